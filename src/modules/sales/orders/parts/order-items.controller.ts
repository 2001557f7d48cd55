import { ApiController, IdPath, PathParams, ResponseLoadPlan, Read } from '../../../../api';
import type { TablePlan } from '../../../../core/load-plan';
import type { DocumentRow, OptionValue } from '../../documents';
import {
  itemCustomTags,
  itemDiscounts,
  itemOptions,
  itemStocks,
  optionValues,
  orderItem,
} from './order-item.record';
import { OrderItemsService } from './order-items.service';
import { ordersOpenApiTag } from '../orders.openapi-tag';

/** Specification, Sales documents: the lines of orders by their own ids. */
@ApiController('orders/items', { area: 'sales', heading: ordersOpenApiTag })
export class OrderItemsController {
  constructor(private readonly items: OrderItemsService) {}

  @Read('options/:id/values', {
    summary: 'List the values chosen for an option of a line',
    description: "What was chosen for one option, by the option's own id.",
    returns: optionValues,
  })
  listOrderItemOptionValues(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<OptionValue>,
  ) {
    return this.items.getOption(id, plan);
  }

  @Read(':id', {
    summary: 'Read a line of an order',
    description:
      'One line by its own id, also one within a bundle; a bundle comes with its lines. Lines ' +
      'of invoices and other documents are not found here.',
    returns: orderItem,
  })
  getOrderItem(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<DocumentRow>) {
    return this.items.get(id, plan);
  }

  @Read(':id/customTags', {
    summary: 'List the tags of a line',
    description:
      'The tags of one line, with the values that the order recorded; none for a bundle.',
    returns: itemCustomTags,
  })
  listOrderItemCustomTags(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }

  @Read(':id/discounts', {
    summary: 'List the discounts of a line',
    description: 'What was taken off one line; none for a bundle.',
    returns: itemDiscounts,
  })
  listOrderItemDiscounts(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }

  @Read(':id/options', {
    summary: 'List the options of a line',
    description:
      'What was chosen with one line, a size or an engraving, with the values; none for a ' +
      'bundle.',
    returns: itemOptions,
  })
  listOrderItemOptions(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }

  @Read(':id/stocks', {
    summary: 'List the warehouses that a line comes from',
    description: 'From which warehouses how much of one line comes; none for a bundle.',
    returns: itemStocks,
  })
  listOrderItemStocks(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }
}
