import { ApiController, IdPath, PathParams, ResponseLoadPlan, Read } from '../../../../api';
import type { TablePlan } from '../../../../core/load-plan';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import type { OptionValue } from '../../documents/entities/row-option.entity';
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

/** Reads rows of orders by their ids (specification, Sales documents). */
@ApiController('orders/items', { area: 'sales', openApiTag: ordersOpenApiTag })
export class OrderItemsController {
  constructor(private readonly items: OrderItemsService) {}

  @Read('options/:id/values', {
    summary: 'List the selected values of an option',
    description:
      "Returns the values that the customer selected for a row's option. `id` is the option's id.",
    returns: optionValues,
  })
  listOrderItemOptionValues(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<OptionValue>,
  ) {
    return this.items.getOption(id, plan);
  }

  @Read(':id', {
    summary: 'Read a row of an order',
    description:
      'Returns a row or an item of a bundle by its id; a bundle includes its items. Rows of invoices and other ' +
      'documents are 404.',
    returns: orderItem,
  })
  getOrderItem(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<DocumentRow>) {
    return this.items.get(id, plan);
  }

  @Read(':id/customTags', {
    summary: 'List the tags of a row',
    description: 'Returns the tags of a row with their recorded values. A bundle has no tags.',
    returns: itemCustomTags,
  })
  listOrderItemCustomTags(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }

  @Read(':id/discounts', {
    summary: 'List the discounts of a row',
    description: 'Returns the discounts of a row. A bundle has no discounts.',
    returns: itemDiscounts,
  })
  listOrderItemDiscounts(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }

  @Read(':id/options', {
    summary: 'List the options of a row',
    description:
      'Returns the options of a row, for example size or engraving, with the selected values. A bundle has no options.',
    returns: itemOptions,
  })
  listOrderItemOptions(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }

  @Read(':id/stocks', {
    summary: 'List the warehouses of a row',
    description:
      'Returns the warehouses of a row with their quantities. A bundle has no warehouses.',
    returns: itemStocks,
  })
  listOrderItemStocks(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }
}
