import { ApiController, IdPath, PathParams, ResponseLoadPlan, Read } from '../../../../api';
import type { TablePlan } from '../../../../core/load-plan';
import type { SalesDocument } from '../../documents';
import { OrdersService } from '../orders.service';
import {
  orderAdditionalInformation,
  orderDiscounts,
  orderItems,
  orderShipments,
  orderStatuses,
  orderVouchers,
} from './order-part.record';
import { ordersOpenApiTag } from '../orders.openapi-tag';

/** Specification, Sales documents: parts of an order, as they stand in its record. */
@ApiController('orders', { area: 'sales', heading: ordersOpenApiTag })
export class OrderPartsController {
  constructor(private readonly orders: OrdersService) {}

  @Read(':id/additionalInformation', {
    summary: 'Read the additional information of an order',
    description: 'Names and values that came in with the order and that the service only keeps.',
    returns: orderAdditionalInformation,
  })
  listOrderAdditionalInformation(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.orders.get(id, plan);
  }

  @Read(':id/discounts', {
    summary: 'List the discounts of a whole order',
    description:
      'What was taken off the order as a whole; discounts of lines and shipments stand with ' +
      'these.',
    returns: orderDiscounts,
  })
  listOrderDiscounts(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.orders.get(id, plan);
  }

  @Read(':id/items', {
    summary: 'List the lines of an order',
    description:
      'All lines with their options, taxes and discounts, a bundle with the lines in it. `HASH` ' +
      'is what an RMA names a line by.',
    returns: orderItems,
  })
  listOrderItems(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.orders.get(id, plan);
  }

  @Read(':id/shipments', {
    summary: 'List the shipments of an order',
    description:
      'The parcels with their lines, states, tracking numbers and what the carriers report.',
    returns: orderShipments,
  })
  listOrderShipments(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.orders.get(id, plan);
  }

  @Read(':id/statuses', {
    summary: 'Read the history of an order',
    description:
      'Every move between states since the order came in, with the actions that it set off; a ' +
      'new order has none.',
    returns: orderStatuses,
  })
  listOrderStatuses(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.orders.get(id, plan);
  }

  @Read(':id/vouchers', {
    summary: 'List the vouchers of an order',
    description:
      'The codes that paid a part of the order, and how much each paid; `VOUCHERID` names the ' +
      'stored voucher, where there was one.',
    returns: orderVouchers,
  })
  listOrderVouchers(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.orders.get(id, plan);
  }
}
