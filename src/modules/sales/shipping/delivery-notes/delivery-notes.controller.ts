import {
  ApiController,
  expandableResponse,
  IdPath,
  List,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
  collectionResponse,
  Create,
  type OpenApiTag,
  Int,
} from '../../../../api';
import { type DocumentPlan, Documents } from '../../documents';
import { defineDocumentListing } from '../../documents/lists/document-listing';
import { salesListItemRecord } from '../../documents/records/list-item.record';
import { deliveryNoteRecord } from './delivery-note.record';
import { NotFound } from '../../../../core/errors';
import { AlreadyGenerated, OrderClosed } from '../../documents/copies/generation-errors';
import { DeliveryNotesService } from './delivery-notes.service';
import {
  fromNumberOptions,
  IssuedListQuery,
  toNumberOptions,
} from '../../documents/lists/issued-documents.dto';

const deliveryNotesOpenApiTag: OpenApiTag = {
  name: 'Delivery notes',
  position: 400,
  description: 'Lists of the goods in a shipment. A shipment has at most one delivery note.',
};

const deliveryNoteListing = defineDocumentListing({
  numberFilterInfix: 'DeliveryNote',
  defaultSort: 'id.desc',
});

class DeliveryNoteListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromDeliveryNoteNumber!: number;

  @Int(toNumberOptions)
  toDeliveryNoteNumber!: number;
}

/** Delivery notes (specification, Sales documents). */
@ApiController('', { area: 'sales', openApiTag: deliveryNotesOpenApiTag })
export class DeliveryNotesController {
  constructor(
    private readonly documents: Documents,
    private readonly deliveryNotes: DeliveryNotesService,
  ) {}

  @List('deliveryNotes', {
    summary: 'List delivery notes, newest first',
    description:
      'Filters by dates, numbers, headquarter, customer etc. `q` searches numbers, names, e-mail addresses and ' +
      'rows. `expand=document` returns whole documents.',
    returns: expandableResponse('deliveryNotes', salesListItemRecord, deliveryNoteRecord),
    isExtension: true,
  })
  listAllDeliveryNotes(
    @QueryParams() query: DeliveryNoteListQuery,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    return this.documents.listPage('deliveryNote', deliveryNoteListing, { ...query }, plan);
  }

  @Read('deliveryNotes/:id', {
    openApiJournalLinkKind: 'deliveryNote',
    summary: 'Read a delivery note',
    description:
      'Returns the whole delivery note with its goods and addresses, without prices. A delivery note never changes.',
    returns: deliveryNoteRecord,
    pathExamples: { id: 11 },
  })
  getDeliveryNote(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('deliveryNote', id, plan);
  }

  @Create('shipments/:id/deliveryNotes', {
    summary: 'Create the delivery note of a shipment',
    description:
      'Creates the only delivery note of the shipment, with its rows and quantities and the next number of the ' +
      'series. The request needs no body. Order and shipment do not change.',
    returns: deliveryNoteRecord,
    errors: [NotFound, OrderClosed, AlreadyGenerated],
    cost: 'HEAVY',
  })
  async createDeliveryNote(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    const deliveryNoteId = await this.deliveryNotes.generate(id);
    return this.documents.get('deliveryNote', deliveryNoteId, plan);
  }

  @Read('shipments/:id/deliveryNotes', {
    summary: 'Read the delivery note of a shipment',
    description: 'Returns a list with the delivery note; it is empty when the shipment has none.',
    returns: collectionResponse('deliveryNotes', deliveryNoteRecord),
  })
  listDeliveryNotes(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.deliveryNotes.listByShipment(id, plan);
  }
}
