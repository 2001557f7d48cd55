import {
  ApiController,
  Create,
  IdPath,
  PathParams,
  RequestBody,
  ResponseLoadPlan,
} from '../../../../api';
import { formatCodes } from '../../../../core/code-list';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../../core/errors';
import { type DocumentPlan, closedOrderStates, Documents, stateCodes } from '../../documents';
import { OrderClosed } from '../../documents/copies/generation-errors';
import { ShipmentIdentifierTaken } from '../../documents/writing/uniqueness-errors';
import { ordersOpenApiTag } from '../orders.openapi-tag';
import { orderShipmentsResponse } from '../parts/order-part.record';
import { NewShipmentDto } from './order-shipment.dto';
import { OrderShipmentsService } from './order-shipments.service';
import { ShipmentClosed, ShipmentQuantityTooLarge } from './shipment-errors';

/** Adds shipments to orders, for partial deliveries. */
@ApiController('orders', { area: 'sales', openApiTag: ordersOpenApiTag })
export class OrderShipmentsController {
  constructor(
    private readonly shipments: OrderShipmentsService,
    private readonly documents: Documents,
  ) {}

  @Create(':id/shipments', {
    summary: 'Add a shipment to an order',
    description:
      'The new shipment is pending and costs nothing. It gets quantities that are in no shipment yet, or that `from` ' +
      `gives up. Orders in ${formatCodes(stateCodes.order, closedOrderStates)} get none.`,
    returns: orderShipmentsResponse,
    isExtension: true,
    errors: [
      NotFound,
      ReferenceNotFound,
      ReferenceMismatch,
      OrderClosed,
      ShipmentClosed,
      ShipmentQuantityTooLarge,
      ShipmentIdentifierTaken,
    ],
  })
  async createOrderShipment(
    @PathParams() { id }: IdPath,
    @RequestBody('shipments') body: NewShipmentDto,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    await this.shipments.create(id, body);
    return this.documents.get('order', id, plan);
  }
}
