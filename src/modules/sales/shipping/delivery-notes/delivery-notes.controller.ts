import {
  ApiController,
  expandableResponse,
  IdPath,
  List,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
} from '../../../../api';
import type { TablePlan } from '../../../../core/load-plan';
import { Documents } from '../../documents';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { documentListing } from '../../documents/lists/document-listing';
import { salesListItemRecord } from '../../documents/records/list-item.record';
import { DeliveryNoteListQuery } from './delivery-note-list.dto';
import { deliveryNoteRecord } from './delivery-note.record';
import { deliveryNotesOpenApiTag } from './delivery-notes.openapi-tag';

const deliveryNoteListing = documentListing('DeliveryNote', 'id.desc');

/** Reads delivery notes (specification, Sales documents). They are created under `shipments`. */
@ApiController('deliveryNotes', {
  area: 'sales',
  openApiTag: deliveryNotesOpenApiTag,
  examples: { id: 11 },
})
export class DeliveryNotesController {
  constructor(private readonly documents: Documents) {}

  @List('', {
    summary: 'List delivery notes, newest first',
    description:
      'Filters by dates, numbers, headquarter, customer etc. `q` searches numbers, names, e-mail addresses and ' +
      'rows. `expand=document` returns whole documents.',
    returns: expandableResponse('deliveryNotes', salesListItemRecord, deliveryNoteRecord),
    extension: true,
  })
  listAllDeliveryNotes(
    @QueryParams() query: DeliveryNoteListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.listPage('deliveryNote', deliveryNoteListing, { ...query }, plan);
  }

  @Read(':id', {
    journalKind: 'deliveryNote',
    summary: 'Read a delivery note',
    description:
      'Returns the whole delivery note with its goods and addresses, without prices. A delivery note never changes.',
    returns: deliveryNoteRecord,
  })
  getDeliveryNote(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.get('deliveryNote', id, plan);
  }
}
