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
  pagedSalesResponse,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  QueryParams,
  Read,
} from '../../../api';
import { NotFound, PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import { formatCode, formatCodes } from '../../../core/codes';
import {
  closedOrderStates,
  DocumentNumberTaken,
  documentRecord,
  ORDER_DELETED,
  salesListItemRecord,
  ShipmentTaken,
  stateCodes,
  type SalesDocument,
} from '../documents';
import {
  okResponse,
  acknowledgementErrors,
  AcknowledgementsService,
  transitionErrors,
  StateTransitions,
  OrderMoveDto,
  OrderReceiptDto,
  orderTargetStates,
  acknowledgementResponse,
  ReceivedOrderDto,
  bulkAcknowledgementOptions,
  SubStatusStateMismatch,
} from '../states';
import {
  OrderAmountsInvalid,
  OrderDiffers,
  ShippedRowUnknown,
  ShippedTooMuch,
  TotalsDiffer,
} from './imports/order-errors';
import { OrderLineDto } from './imports/order-line.dto';
import { OrderIdPath, OrderListQuery, PendingOrdersQuery } from './order.dto';
import { OrdersService } from './orders.service';
import { ordersOpenApiTag } from './orders.openapi-tag';

const states = stateCodes.order;

const orders = expandableResponse(
  pagedSalesResponse('orders', salesListItemRecord),
  pagedSalesResponse('orders', documentRecord),
);

const creationErrors = [
  PidTaken,
  OrderDiffers,
  DocumentNumberTaken,
  ShipmentTaken,
  ReferenceNotFound,
  ReferenceMismatch,
  SubStatusStateMismatch,
  OrderAmountsInvalid,
  TotalsDiffer,
  ShippedRowUnknown,
  ShippedTooMuch,
];

/** Specification, Sales documents: orders, and their export to other systems. */
@ApiController('orders', { area: 'sales', heading: ordersOpenApiTag })
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly transitions: StateTransitions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List orders, newest first',
    description:
      'Page by page, filtered by state, dates, numbers, customer (`userId`), tags and the like; ' +
      '`q` looks into pId, number, names, companies, e-mail addresses, transaction id and the ' +
      "lines' names and SKUs. `expand=document` answers whole orders.",
    returns: orders,
    extension: true,
  })
  listOrders(
    @QueryParams() query: OrderListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.orders.list(query, plan);
  }

  @Create('', {
    summary: 'Create an order',
    description:
      'Stores one order, as a line of the import would. Orders are immutable: what is known under the pId ' +
      'is answered with 409 and its id. Totals are computed; given ones are checked against them.',
    returns: documentRecord,
    extension: true,
    errors: creationErrors,
  })
  createOrder(
    @RequestBody('orders') body: OrderLineDto,
    @RawBody() given: unknown,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.unitOfWork.run(async () => {
      const { id } = await this.orders.create(body, given, caller);
      return this.orders.get(id, plan);
    });
  }

  @GetId('getId/:orderId', {
    summary: 'Find the id of an order',
    description:
      "Answers the `ID` that paths take for the pId that the shop's front gave the order, compared exactly.",
  })
  getOrderId(@PathParams() { orderId }: OrderIdPath) {
    return this.orders.idOf(orderId);
  }

  @List('pending', {
    summary: 'List the orders that wait for their export, oldest first',
    description: `Orders in ${formatCodes(states, closedOrderStates)} wait for none. VERSION goes into the acknowledgement.`,
    returns: orders,
  })
  listPendingOrders(
    @QueryParams() query: PendingOrdersQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.orders.listPending(query, plan);
  }

  @List('received', {
    summary: 'List the orders that were exported, newest first',
    description:
      'What other systems have acknowledged, with the version that it is in. Nothing is changed ' +
      'by reading it.',
    returns: orders,
  })
  listReceivedOrders(
    @QueryParams() query: OrderListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.orders.listReceived(query, plan);
  }

  @Operation('put', 'received', {
    summary: 'Acknowledge many orders',
    ...bulkAcknowledgementOptions('orders'),
  })
  async receiveOrders(
    @RequestBody('orders', { list: { of: ReceivedOrderDto, most: 1000 } })
    items: ReceivedOrderDto[],
  ) {
    return { orders: await this.acknowledgements.acknowledgeAll('order', items) };
  }

  @Read(':id', {
    summary: 'Read an order',
    description:
      'The whole order with customer, lines, shipments, totals and history. Its ETag is its ' +
      'version: every change, also of its shipments, makes the next one.',
    returns: documentRecord,
  })
  getOrder(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.orders.get(id, plan);
  }

  @Operation('put', ':id/received', {
    summary: 'Acknowledge an order',
    description:
      `Marks the order exported and gives it the status, or moves it from ${formatCode(states, 1)} to ` +
      `${formatCode(states, 2)}. Once exported it is unchanged, unless another status is asked for.`,
    returns: acknowledgementResponse,
    errors: acknowledgementErrors('order'),
    ifMatchOperation: 'getOrder',
  })
  receiveOrder(
    @PathParams() { id }: IdPath,
    @RequestBody('orders', { bare: true, optional: true }) body: OrderReceiptDto,
  ) {
    return this.acknowledgements.acknowledge('order', id, body);
  }

  @Operation('put', ':id/changeStatus', {
    summary: 'Move an order to another state',
    description:
      `From any state to any of the seven: ${formatCodes(states, orderTargetStates)}; also when the order has an ` +
      'invoice: that stays valid, and what is to be given back takes an RMA, a return and a credit note. A ' +
      'state that it has already changes nothing, unless a `comment` comes with it; the history shows both, and ' +
      `who did it. An order in ${formatCode(states, ORDER_DELETED)} is brought back by this alone.`,
    returns: okResponse,
    errors: [NotFound, ...transitionErrors('order')],
    ifMatchOperation: 'getOrder',
  })
  async changeOrderStatus(
    @PathParams() { id }: IdPath,
    @RequestBody('orders', { bare: true }) body: OrderMoveDto,
  ) {
    await this.transitions.change('order', id, body);
    return { result: 'ok' as const };
  }
}
