import {
  ApiController,
  collectionResponse,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  Read,
} from '../../../../api';
import { NotFound } from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { UnitOfWork } from '../../../../database';
import { Documents } from '../../documents';
import { AlreadyGenerated, OrderClosed } from '../../documents/copies/generation-errors';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { deliveryNoteRecord } from './delivery-note.record';
import { DeliveryNotes } from './delivery-notes';
import { deliveryNotesOpenApiTag } from './delivery-notes.openapi-tag';

/** Creates and reads the delivery note of a shipment (specification, Sales documents). */
@ApiController('shipments', { area: 'sales', openApiTag: deliveryNotesOpenApiTag })
export class ShipmentDeliveryNotesController {
  constructor(
    private readonly deliveryNotes: DeliveryNotes,
    private readonly documents: Documents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Create(':id/deliveryNotes', {
    summary: 'Create the delivery note of a shipment',
    description:
      'Creates the only delivery note of the shipment, with its rows and quantities and the next number of the ' +
      'series. The request needs no body. Order and shipment do not change.',
    returns: deliveryNoteRecord,
    errors: [NotFound, OrderClosed, AlreadyGenerated],
    cost: 'HEAVY',
  })
  createDeliveryNote(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.unitOfWork.run(async () => {
      const deliveryNoteId = await this.deliveryNotes.generate(id);
      return this.documents.get('deliveryNote', deliveryNoteId, plan);
    });
  }

  @Read(':id/deliveryNotes', {
    summary: 'Read the delivery note of a shipment',
    description: 'Returns a list with the delivery note; it is empty when the shipment has none.',
    returns: collectionResponse('deliveryNotes', deliveryNoteRecord),
  })
  listDeliveryNotes(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.deliveryNotes.listByShipment(id, plan);
  }
}
