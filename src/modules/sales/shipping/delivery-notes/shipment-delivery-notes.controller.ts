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
import { AlreadyGenerated, OrderClosed, type SalesDocument } from '../../documents';
import { deliveryNoteRecord } from './delivery-note.record';
import { DeliveryNotes } from './delivery-notes';
import { deliveryNotesOpenApiTag } from './delivery-notes.openapi-tag';

/** Specification, Sales documents: the delivery note of a shipment. */
@ApiController('shipments', { area: 'sales', heading: deliveryNotesOpenApiTag })
export class ShipmentDeliveryNotesController {
  constructor(
    private readonly deliveryNotes: DeliveryNotes,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Create(':id/deliveryNotes', {
    summary: 'Create the delivery note of a shipment',
    description:
      'A shipment has one delivery note: with the lines that it holds and their quantities, and the next ' +
      'number of the series. It needs no body. Order and shipment do not change.',
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
      return this.deliveryNotes.get(deliveryNoteId, plan);
    });
  }

  @Read(':id/deliveryNotes', {
    summary: 'Read the delivery note of a shipment',
    description: 'A list of one, or none where it was not made yet.',
    returns: collectionResponse('deliveryNotes', deliveryNoteRecord),
  })
  listDeliveryNotes(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.deliveryNotes.listByShipment(id, plan);
  }
}
