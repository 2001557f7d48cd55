import { ApiController, IdPath, Path, Plan, Read } from '../../../../api';
import type { LoadPlan } from '../../../../core/load-plan';
import { OrdersService } from '../orders.service';
import {
  orderAdditionalInformation,
  orderDiscounts,
  orderItems,
  orderShipments,
  orderStatuses,
  orderVouchers,
} from './order-part.record';
import { ordersHeading } from '../orders.heading';

/** Specification, Sales documents: parts of an order, as they stand in its record. */
@ApiController('orders', { area: 'sales', heading: ordersHeading })
export class OrderPartsController {
  constructor(private readonly orders: OrdersService) {}

  @Read(':id/additionalInformation', {
    summary: 'Read the additional information of an order',
    returns: orderAdditionalInformation,
  })
  listOrderAdditionalInformation(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.orders.get(id, plan);
  }

  @Read(':id/discounts', {
    summary: 'List the discounts of a whole order',
    returns: orderDiscounts,
  })
  listOrderDiscounts(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.orders.get(id, plan);
  }

  @Read(':id/items', { summary: 'List the lines of an order', returns: orderItems })
  listOrderItems(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.orders.get(id, plan);
  }

  @Read(':id/shipments', { summary: 'List the shipments of an order', returns: orderShipments })
  listOrderShipments(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.orders.get(id, plan);
  }

  @Read(':id/statuses', { summary: 'Read the history of an order', returns: orderStatuses })
  listOrderStatuses(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.orders.get(id, plan);
  }

  @Read(':id/vouchers', { summary: 'List the vouchers of an order', returns: orderVouchers })
  listOrderVouchers(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.orders.get(id, plan);
  }
}
