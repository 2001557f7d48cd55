import { ApiController, IdPath, Path, Plan, Read } from '../../../../api';
import type { LoadPlan } from '../../../../core/load-plan';
import {
  itemCustomTags,
  itemDiscounts,
  itemOptions,
  itemStocks,
  optionValues,
  orderItem,
} from './order-item.record';
import { OrderItemsService } from './order-items.service';
import { ordersHeading } from '../orders.heading';

/** Specification, Sales documents: the lines of orders by their own ids. */
@ApiController('orders/items', { area: 'sales', heading: ordersHeading })
export class OrderItemsController {
  constructor(private readonly items: OrderItemsService) {}

  @Read('options/:id/values', {
    summary: 'List the values chosen for an option of a line',
    returns: optionValues,
  })
  listOrderItemOptionValues(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.items.option(id, plan);
  }

  @Read(':id', { summary: 'Read a line of an order', returns: orderItem })
  getOrderItem(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.items.get(id, plan);
  }

  @Read(':id/customTags', { summary: 'List the tags of a line', returns: itemCustomTags })
  listOrderItemCustomTags(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.items.get(id, plan);
  }

  @Read(':id/discounts', { summary: 'List the discounts of a line', returns: itemDiscounts })
  listOrderItemDiscounts(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.items.get(id, plan);
  }

  @Read(':id/options', { summary: 'List the options of a line', returns: itemOptions })
  listOrderItemOptions(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.items.get(id, plan);
  }

  @Read(':id/stocks', {
    summary: 'List the warehouses that a line comes from',
    returns: itemStocks,
  })
  listOrderItemStocks(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.items.get(id, plan);
  }
}
