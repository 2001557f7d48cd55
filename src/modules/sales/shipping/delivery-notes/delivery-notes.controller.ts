import {
  ApiController,
  expandableResponse,
  IdPath,
  List,
  pagedSalesResponse,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
} from '../../../../api';
import type { TablePlan } from '../../../../core/load-plan';
import {
  documentListing,
  Documents,
  salesListItemRecord,
  type SalesDocument,
} from '../../documents';
import { DeliveryNoteListQuery } from './delivery-note-list.dto';
import { deliveryNoteRecord } from './delivery-note.record';
import { DeliveryNotes } from './delivery-notes';
import { deliveryNotesOpenApiTag } from './delivery-notes.openapi-tag';

const deliveryNoteListing = documentListing('DeliveryNote', 'id.desc');

/** Specification, Sales documents: delivery notes are read here; they are made where their shipment is. */
@ApiController('deliveryNotes', {
  area: 'sales',
  heading: deliveryNotesOpenApiTag,
  examples: { id: 11 },
})
export class DeliveryNotesController {
  constructor(
    private readonly deliveryNotes: DeliveryNotes,
    private readonly documents: Documents,
  ) {}

  @List('', {
    summary: 'List delivery notes, newest first',
    description:
      'Page by page, filtered by dates, numbers, headquarter, customer and the like; `q` looks ' +
      'into numbers, names, e-mail addresses and lines. `expand=document` answers them whole.',
    returns: expandableResponse(
      pagedSalesResponse('deliveryNotes', salesListItemRecord),
      pagedSalesResponse('deliveryNotes', deliveryNoteRecord),
    ),
    extension: true,
  })
  listAllDeliveryNotes(
    @QueryParams() query: DeliveryNoteListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.listPage('deliveryNote', deliveryNoteListing, { ...query }, plan);
  }

  @Read(':id', {
    summary: 'Read a delivery note',
    description:
      'The whole delivery note with its goods and addresses, without any prices. Nothing ' +
      'changes it any more.',
    returns: deliveryNoteRecord,
  })
  getDeliveryNote(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.deliveryNotes.get(id, plan);
  }
}
