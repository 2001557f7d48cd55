import { ApiController, IdPath, Path, Plan, Read } from '../../../../api';
import type { LoadPlan } from '../../../../core/load-plan';
import { deliveryNoteRecord } from './delivery-note.record';
import { DeliveryNotes } from './delivery-notes';
import { deliveryNotesHeading } from './delivery-notes.heading';

/** Specification, Sales documents: delivery notes are read here; they are made where their shipment is. */
@ApiController('deliveryNotes', {
  area: 'sales',
  heading: deliveryNotesHeading,
  examples: { id: 11 },
})
export class DeliveryNotesController {
  constructor(private readonly deliveryNotes: DeliveryNotes) {}

  @Read(':id', {
    summary: 'Read a delivery note',
    description:
      'The whole delivery note with its goods and addresses, without any prices. Nothing ' +
      'changes it any more.',
    returns: deliveryNoteRecord,
  })
  getDeliveryNote(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.deliveryNotes.get(id, plan);
  }
}
