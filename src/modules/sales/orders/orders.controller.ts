import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  expandableResponse,
  GetId,
  RawBody,
  IdPath,
  List,
  Operation,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  QueryParams,
  Read,
  Update,
} from '../../../api';
import { NotFound, PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import { toWorkQueue } from '../../../database';
import { formatCode, formatCodes } from '../../../core/code-list';
import { type DocumentPlan, closedOrderStates, Documents, stateCodes } from '../documents';
import { CommentDto } from '../documents/changes/comment.dto';
import { DocumentComments } from '../documents/changes/document-comments';
import { OrderDeleted } from '../documents/changes/order-deleted';
import { defineDocumentListing } from '../documents/lists/document-listing';
import { documentRecord } from '../documents/records/document.record';
import { salesListItemRecord } from '../documents/records/list-item.record';
import {
  DocumentNumberTaken,
  ShipmentIdentifierTaken,
} from '../documents/writing/uniqueness-errors';
import {
  okResponse,
  listAcknowledgementErrors,
  AcknowledgementsService,
  acknowledgedConditions,
  pendingConditions,
  listTransitionErrors,
  StateTransitions,
  OrderMoveDto,
  OrderReceiptDto,
  orderTargetStates,
  acknowledgementResponse,
  ReceivedOrderDto,
  createBulkAcknowledgementOptions,
  createBulkChangeOptions,
  MAX_BULK_ITEMS,
  MovedOrderDto,
  SubStatusStateMismatch,
} from '../states';
import {
  OrderAmountsInvalid,
  OrderDiffers,
  ShippedRowUnknown,
  ShippedTooMuch,
  TotalsDiffer,
} from './imports/order-errors';
import { PaidDto } from './content/paid.dto';
import { OrderPayments } from './content/order-payments';
import { OrderLineDto } from './imports/order-line.dto';
import { OrderIdPath, OrderListQuery, PendingOrdersQuery } from './order.dto';
import { OrdersService } from './orders.service';
import { ordersOpenApiTag } from './orders.openapi-tag';

const orderStateCodes = stateCodes.order;

const orderListing = defineDocumentListing({ numberFilterInfix: 'Order', defaultSort: 'id.desc' });
const pendingOrderListing = toWorkQueue(
  defineDocumentListing({ numberFilterInfix: 'Order', defaultSort: 'id.asc' }),
);
const ordersResponse = expandableResponse('orders', salesListItemRecord, documentRecord);

const creationErrors = [
  PidTaken,
  OrderDiffers,
  DocumentNumberTaken,
  ShipmentIdentifierTaken,
  ReferenceNotFound,
  ReferenceMismatch,
  SubStatusStateMismatch,
  OrderAmountsInvalid,
  TotalsDiffer,
  ShippedRowUnknown,
  ShippedTooMuch,
];

/** Reads, creates, acknowledges and changes orders (specification, Sales documents). */
@ApiController('orders', { area: 'sales', openApiTag: ordersOpenApiTag })
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly documents: Documents,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly transitions: StateTransitions,
    private readonly comments: DocumentComments,
    private readonly payments: OrderPayments,
  ) {}

  @List('', {
    summary: 'List orders, newest first',
    description:
      'Filters by state, dates, numbers, customer (`userId`), tags etc. `q` searches pId, number, names, companies, ' +
      'e-mail addresses, transaction id, and names and SKUs of rows. `expand=document` returns whole orders.',
    returns: ordersResponse,
    errors: [ReferenceMismatch],
    isExtension: true,
  })
  listOrders(@QueryParams() query: OrderListQuery, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listPage('order', orderListing, { ...query }, plan);
  }

  @Create('', {
    summary: 'Create an order',
    description:
      'Stores one order like the import does. If the pId already exists, the response is 409 with the existing id. ' +
      'The service computes the totals and checks yours against them.',
    returns: documentRecord,
    isExtension: true,
    errors: creationErrors,
  })
  async createOrder(
    @RequestBody('orders') body: OrderLineDto,
    @RawBody() rawBody: unknown,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    const { id } = await this.orders.create(body, rawBody, caller);
    return this.documents.get('order', id, plan);
  }

  @GetId('getId/:orderId', {
    summary: 'Find the id of an order',
    description:
      'Returns the `ID` of the order with exactly this pId, which the shop has assigned.',
  })
  getOrderId(@PathParams() { orderId }: OrderIdPath) {
    return this.documents.getIdByPid('order', orderId);
  }

  @List('pending', {
    summary: 'List the pending orders, oldest first',
    description:
      'Lists the orders that were not acknowledged yet. Orders in ' +
      `${formatCodes(orderStateCodes, closedOrderStates)} are never pending. Send VERSION back in the acknowledgement.`,
    returns: ordersResponse,
    errors: [ReferenceMismatch],
  })
  listPendingOrders(
    @QueryParams() query: PendingOrdersQuery,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    return this.documents.listPage(
      'order',
      pendingOrderListing,
      { ...query },
      plan,
      pendingConditions.order,
    );
  }

  @List('received', {
    summary: 'List the acknowledged orders, newest first',
    description:
      'Lists the orders that another system has acknowledged, in their current version. Reading them changes nothing.',
    returns: ordersResponse,
    errors: [ReferenceMismatch],
  })
  listReceivedOrders(@QueryParams() query: OrderListQuery, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listPage(
      'order',
      orderListing,
      { ...query },
      plan,
      acknowledgedConditions,
    );
  }

  @Operation('put', 'received', {
    summary: 'Acknowledge many orders',
    ...createBulkAcknowledgementOptions('orders'),
  })
  async receiveOrders(
    @RequestBody('orders', { list: { of: ReceivedOrderDto, maxItems: MAX_BULK_ITEMS } })
    items: ReceivedOrderDto[],
  ) {
    return { orders: await this.acknowledgements.acknowledgeAll('order', items) };
  }

  @Operation('put', 'changeStatus', {
    summary: 'Move many orders to other states',
    ...createBulkChangeOptions('orders'),
  })
  async changeOrderStatuses(
    @RequestBody('orders', { list: { of: MovedOrderDto, maxItems: MAX_BULK_ITEMS } })
    elements: MovedOrderDto[],
  ) {
    return { orders: await this.transitions.changeAll('order', elements) };
  }

  @Read(':id', {
    openApiJournalLinkKind: 'order',
    summary: 'Read an order',
    description:
      'Returns the whole order with customer, rows, shipments, totals and history. The ETag is its version, which ' +
      'every change increments, including changes of its shipments.',
    returns: documentRecord,
  })
  getOrder(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('order', id, plan);
  }

  @Operation('put', ':id/received', {
    summary: 'Acknowledge an order',
    description:
      'Marks the order as exported and sets the status. Without a status it moves from ' +
      `${formatCode(orderStateCodes, 1)} to ${formatCode(orderStateCodes, 2)}. An exported order stays unchanged unless the request ` +
      'has another status.',
    returns: acknowledgementResponse,
    errors: listAcknowledgementErrors('order'),
    ifMatchOperation: 'getOrder',
  })
  receiveOrder(
    @PathParams() { id }: IdPath,
    @RequestBody('orders', { allowsUnwrapped: true, optional: true }) body: OrderReceiptDto,
  ) {
    return this.acknowledgements.acknowledge('order', id, body);
  }

  @Operation('put', ':id/changeStatus', {
    summary: 'Move an order to another state',
    description:
      `Changes the state from any state to ${formatCodes(orderStateCodes, orderTargetStates)}. An existing invoice stays ` +
      'valid; refunds need an RMA, a return and a credit note. Setting the current state changes nothing, but a ' +
      '`comment` is added to the history.',
    returns: okResponse,
    errors: [NotFound, ...listTransitionErrors('order')],
    ifMatchOperation: 'getOrder',
  })
  async changeOrderStatus(
    @PathParams() { id }: IdPath,
    @RequestBody('orders', { allowsUnwrapped: true }) body: OrderMoveDto,
  ) {
    await this.transitions.change('order', id, body);
    return { result: 'ok' as const };
  }

  @Update(':id/comments', {
    summary: 'Change the comment of an order',
    description:
      'Replaces the comment, which is part of the order and of its PDF; an empty text removes it. The order gets a ' +
      'new version. Setting the current comment again changes nothing.',
    returns: okResponse,
    errors: [OrderDeleted],
    ifMatchOperation: 'getOrder',
  })
  updateOrderComments(
    @PathParams() { id }: IdPath,
    @RequestBody('orders', { allowsUnwrapped: true }) { comment }: CommentDto,
  ) {
    return this.comments.set('order', id, comment);
  }

  @Update(':id/paid', {
    summary: 'Mark an order as paid',
    description:
      'Without a body the order is marked as paid now; `paid: false` marks it as unpaid. The order gets a new ' +
      'version unless nothing changes. Existing invoices stay unchanged.',
    returns: okResponse,
    errors: [OrderDeleted],
    ifMatchOperation: 'getOrder',
  })
  async updateOrderPaid(
    @PathParams() { id }: IdPath,
    @RequestBody('orders', { allowsUnwrapped: true, optional: true }) body: PaidDto,
  ) {
    await this.payments.updatePayment(id, body);
    return { result: 'ok' as const };
  }
}
