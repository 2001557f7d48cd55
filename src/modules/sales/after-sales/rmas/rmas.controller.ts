import {
  ApiController,
  RequestBody,
  expandableResponse,
  GetId,
  IdPath,
  List,
  Operation,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
  collectionResponse,
  Create,
  Update,
  type OpenApiTag,
} from '../../../../api';
import { ReferenceMismatch, NotFound, ReferenceNotFound } from '../../../../core/errors';
import { toWorkQueue } from '../../../../database';
import { formatCodes, formatCode } from '../../../../core/code-list';
import {
  type DocumentPlan,
  closedRmaStates,
  Documents,
  stateCodes,
  ORDER_PERMANENTLY_DELETED,
} from '../../documents';
import { defineDocumentListing } from '../../documents/lists/document-listing';
import { salesListItemRecord } from '../../documents/records/list-item.record';
import {
  createChangeStatusOptions,
  listAcknowledgementErrors,
  AcknowledgementsService,
  acknowledgedConditions,
  pendingConditions,
  StateTransitions,
  acknowledgementResponse,
  ReceivedRmaDto,
  createBulkAcknowledgementOptions,
  MAX_BULK_ITEMS,
  RmaMoveDto,
  RmaReceiptDto,
  okResponse,
} from '../../states';
import {
  ReturnQuantityTooLarge,
  RowNotReturnable,
  RmaFinal,
  TooManyAdditionalItems,
} from './rma-errors';
import { PendingRmasQuery, RmaIdPath, RmaListQuery } from './rma.dto';
import { rmaRecord, additionalItemRecord } from './rma.record';
import { OrderClosed } from '../../documents/copies/generation-errors';
import { AmountsTooLarge } from '../amounts/amounts-too-large';
import { AdditionalItemsTooLarge } from './additional-item-limits';
import { rmaRequestRowRecord } from './rma-request-row.record';
import { RmaRequestDto, AdditionalItemDto } from './rma-request.dto';
import { RmaRequests } from './rma-requests';
import { RmaAdditionalItems } from './rma-additional-items';
import { CommentDto } from '../../documents/changes/comment.dto';
import { DocumentComments } from '../../documents/changes/document-comments';

const formatRmaState = (state: number): string => formatCode(stateCodes.rma, state);

const rmasOpenApiTag: OpenApiTag = {
  name: 'RMAs',
  position: 500,
  description:
    'Requests to return goods. `createRma` creates the request in ' +
    `${formatRmaState(1)}. \`changeRmaStatus\` moves it to ${formatRmaState(3)}, to ${formatRmaState(2)} when the goods are inspected, and to ` +
    `${formatRmaState(5)}. \`createReturn\` creates the return and moves the RMA to ${formatRmaState(4)}. \`createCreditNote\` of the ` +
    `return creates the refund. Refused requests go to ${formatRmaState(-3)} or ${formatRmaState(-1)}.`,
};

const rmaListing = defineDocumentListing({ numberFilterInfix: 'Rma', defaultSort: 'id.desc' });
const pendingRmaListing = toWorkQueue(
  defineDocumentListing({ numberFilterInfix: 'Rma', defaultSort: 'id.asc' }),
);
const rmaPageResponse = expandableResponse('rmas', salesListItemRecord, rmaRecord);

/** RMAs (specification, Sales documents): created for orders, changed, and acknowledged by other systems. */
@ApiController('', { area: 'sales', openApiTag: rmasOpenApiTag })
export class RmasController {
  constructor(
    private readonly documents: Documents,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly transitions: StateTransitions,
    private readonly requests: RmaRequests,
    private readonly rmaAdditionalItems: RmaAdditionalItems,
    private readonly comments: DocumentComments,
  ) {}

  @List('rmas', {
    summary: 'List RMAs, newest first',
    description:
      'Filters by state, dates, numbers, customer etc. `q` searches numbers, names, e-mail addresses and lines. ' +
      '`expand=document` returns whole documents.',
    returns: rmaPageResponse,
    errors: [ReferenceMismatch],
  })
  listRmas(@QueryParams() query: RmaListQuery, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listPage('rma', rmaListing, { ...query }, plan);
  }

  @GetId('rmas/getId/:rmaId', {
    summary: 'Find the id of an RMA',
    description:
      'Returns the `ID` of the RMA with this pId, for use in paths. The pId is compared exactly.',
  })
  getRmaId(@PathParams() { rmaId }: RmaIdPath) {
    return this.documents.getIdByPid('rma', rmaId);
  }

  @List('rmas/pending', {
    summary: 'List the pending RMAs, oldest first',
    description:
      'Lists the RMAs that were not acknowledged yet. RMAs in ' +
      `${formatCodes(stateCodes.rma, closedRmaStates)} are never pending. Send VERSION back in the acknowledgement.`,
    returns: rmaPageResponse,
    errors: [ReferenceMismatch],
  })
  listPendingRmas(@QueryParams() query: PendingRmasQuery, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listPage(
      'rma',
      pendingRmaListing,
      { ...query },
      plan,
      pendingConditions.rma,
    );
  }

  @List('rmas/received', {
    summary: 'List the acknowledged RMAs, newest first',
    description:
      'Lists the RMAs that another system has acknowledged, in their current version. Reading them changes nothing.',
    returns: rmaPageResponse,
    errors: [ReferenceMismatch],
  })
  listReceivedRmas(@QueryParams() query: RmaListQuery, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listPage('rma', rmaListing, { ...query }, plan, acknowledgedConditions);
  }

  @Operation('put', 'rmas/received', {
    summary: 'Acknowledge many RMAs',
    ...createBulkAcknowledgementOptions('rmas'),
  })
  async receiveRmas(
    @RequestBody('rmas', { list: { of: ReceivedRmaDto, maxItems: MAX_BULK_ITEMS } })
    items: ReceivedRmaDto[],
  ) {
    return { rmas: await this.acknowledgements.acknowledgeAll('rma', items) };
  }

  @Read('rmas/:id', {
    openApiJournalLinkKind: 'rma',
    summary: 'Read an RMA',
    description:
      'Returns the whole RMA with lines, additional items, totals and history. `PARENT` is its order. The ETag is its ' +
      'version.',
    returns: rmaRecord,
    pathExamples: { id: 5 },
  })
  getRma(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('rma', id, plan);
  }

  @Operation('put', 'rmas/:id/received', {
    summary: 'Acknowledge an RMA',
    description:
      'Marks the RMA as exported and sets the status. Without a status it moves from 1 (Pending) or 3 (Authorized) to ' +
      '2 (In process). An exported RMA stays unchanged unless the request has another status.',
    returns: acknowledgementResponse,
    errors: listAcknowledgementErrors('rma', [ReturnQuantityTooLarge]),
    ifMatchOperation: 'getRma',
    pathExamples: { id: 5 },
  })
  receiveRma(
    @PathParams() { id }: IdPath,
    @RequestBody('rmas', { allowsUnwrapped: true, optional: true }) body: RmaReceiptDto,
  ) {
    return this.acknowledgements.acknowledge('rma', id, body);
  }

  @Operation('put', 'rmas/:id/changeStatus', {
    summary: 'Move an RMA to another state',
    ...createChangeStatusOptions('rma', [ReturnQuantityTooLarge]),
    ifMatchOperation: 'getRma',
    pathExamples: { id: 5 },
  })
  async changeRmaStatus(
    @PathParams() { id }: IdPath,
    @RequestBody('rmas', { allowsUnwrapped: true }) body: RmaMoveDto,
  ) {
    await this.transitions.change('rma', id, body);
    return { result: 'ok' as const };
  }

  @Read('orders/:id/rmas/request', {
    summary: 'List the lines of an order that can be returned',
    description:
      'Lists all lines, with the items of bundles in place of the bundles. QUANTITYRETURNABLE is the quantity that can ' +
      'still be returned.',
    returns: collectionResponse('ROWS', rmaRequestRowRecord),
  })
  listReturnableRows(@PathParams() { id }: IdPath) {
    return this.requests.listReturnableRows(id);
  }

  @Create('orders/:id/rmas', {
    summary: 'Create an RMA for an order',
    description:
      'An RMA names lines by their HASH, with quantities that no other RMA has, or additional amounts to refund, or both. ' +
      `It starts in ${formatCode(stateCodes.rma, 1)}. Orders in ${formatCodes(stateCodes.order, [6, -1])} can only have ` +
      `RMAs if they have an invoice, orders in ${formatCode(stateCodes.order, ORDER_PERMANENTLY_DELETED)} can't have any.`,
    returns: rmaRecord,
    errors: [
      NotFound,
      ReferenceNotFound,
      RowNotReturnable,
      AdditionalItemsTooLarge,
      AmountsTooLarge,
      OrderClosed,
      ReturnQuantityTooLarge,
    ],
    cost: 'HEAVY',
  })
  async createRma(
    @PathParams() { id }: IdPath,
    @RequestBody('rmas') body: RmaRequestDto,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    const rmaId = await this.requests.create(id, body);
    return this.documents.get('rma', rmaId, plan);
  }

  @Read('orders/:id/rmas', {
    summary: 'List the RMAs of an order',
    description:
      'Lists the RMAs of the order in every state, as whole documents. The key of the list is `returns`.',
    returns: collectionResponse('returns', rmaRecord),
    cost: 'HEAVY',
  })
  listOrderRmas(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listByParent('rma', 'order', id, plan);
  }

  @Create('rmas/:id/additionalItems', {
    summary: 'Add amounts to refund to an RMA',
    description:
      'SHIPPING and PAYMENT include tax; VOUCHER only sets TOTALVOUCHERS, the part of the refund for vouchers. Each type is ' +
      'limited to the invoiced amount. RMAs in ' +
      `${formatCodes(stateCodes.rma, [4, 6])} accept no items; the response contains all items.`,
    returns: collectionResponse('ADDITIONAITEMS', additionalItemRecord),
    errors: [NotFound, RmaFinal, TooManyAdditionalItems, AdditionalItemsTooLarge, AmountsTooLarge],
    pathExamples: { id: 5 },
  })
  addRmaItems(
    @PathParams() { id }: IdPath,
    @RequestBody('additionalItems', { list: { of: AdditionalItemDto, maxItems: 1000 } })
    items: AdditionalItemDto[],
  ) {
    return this.rmaAdditionalItems.add(id, items);
  }

  @Update('rmas/:id/comments', {
    summary: 'Change the comment of an RMA',
    description:
      'Replaces the comment; an empty one removes it. A different comment gives the RMA a new version.',
    returns: okResponse,
    ifMatchOperation: 'getRma',
    pathExamples: { id: 5 },
  })
  updateRmaComments(
    @PathParams() { id }: IdPath,
    @RequestBody('rmas', { allowsUnwrapped: true }) { comment }: CommentDto,
  ) {
    return this.comments.set('rma', id, comment);
  }
}
