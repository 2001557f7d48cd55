import { ApiController, IdPath, PathParams, ResponseLoadPlan, Read } from '../../../../api';
import type { RecordPlan } from '../../../../core/load-plan';
import { type DocumentPlan, Documents } from '../../documents';
import {
  orderAdditionalInformationResponse,
  orderDiscountsResponse,
  orderItemsResponse,
  orderShipmentsResponse,
  orderStatusesResponse,
  orderVouchersResponse,
} from './order-part.record';
import { ordersOpenApiTag } from '../orders.openapi-tag';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import type { RowOptionValue } from '../../documents/entities/row-option.entity';
import {
  itemCustomTagsResponse,
  itemDiscountsResponse,
  itemOptionsResponse,
  itemStocksResponse,
  optionValuesResponse,
  orderItemResponse,
} from './order-item.record';
import { OrderItemsService } from './order-items.service';

/** Reads parts of orders as the record of an order has them, and rows by their ids (specification, Sales documents). */
@ApiController('', { area: 'sales', openApiTag: ordersOpenApiTag })
export class OrderPartsController {
  constructor(
    private readonly documents: Documents,
    private readonly items: OrderItemsService,
  ) {}

  @Read('orders/:id/additionalInformation', {
    summary: 'Read the additional information of an order',
    description:
      'Returns names and values of the imported order. The service stores them without using them.',
    returns: orderAdditionalInformationResponse,
  })
  listOrderAdditionalInformation(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    return this.documents.get('order', id, plan);
  }

  @Read('orders/:id/discounts', {
    summary: 'List the discounts of a whole order',
    description:
      'Returns the discounts of the whole order. Discounts of rows and shipments are part of the rows and shipments.',
    returns: orderDiscountsResponse,
  })
  listOrderDiscounts(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('order', id, plan);
  }

  @Read('orders/:id/items', {
    summary: 'List the rows of an order',
    description:
      'Returns all rows with options, taxes and discounts; bundles include their items. RMAs refer to rows by `HASH`.',
    returns: orderItemsResponse,
  })
  listOrderItems(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('order', id, plan);
  }

  @Read('orders/:id/shipments', {
    summary: 'List the shipments of an order',
    description:
      "Returns the shipments with rows, states, tracking numbers and the carriers' reports.",
    returns: orderShipmentsResponse,
  })
  listOrderShipments(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('order', id, plan);
  }

  @Read('orders/:id/statuses', {
    summary: 'Read the history of an order',
    description:
      'Returns every change of state since the import, with the actions that it started. The history of a new order ' +
      'is empty.',
    returns: orderStatusesResponse,
  })
  listOrderStatuses(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('order', id, plan);
  }

  @Read('orders/:id/vouchers', {
    summary: 'List the vouchers of an order',
    description:
      'Returns the codes of the vouchers with the amounts that they paid. `VOUCHERID` is the id of the stored ' +
      'voucher, if there was one.',
    returns: orderVouchersResponse,
  })
  listOrderVouchers(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('order', id, plan);
  }

  @Read('orders/items/options/:id/values', {
    summary: 'List the selected values of an option',
    description:
      "Returns the values that the customer selected for a row's option. `id` is the option's id.",
    returns: optionValuesResponse,
  })
  listOrderItemOptionValues(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<RowOptionValue>,
  ) {
    return this.items.getOption(id, plan);
  }

  @Read('orders/items/:id', {
    summary: 'Read a row of an order',
    description:
      'Returns a row or an item of a bundle by its id; a bundle includes its items. Rows of invoices and other ' +
      'documents are 404.',
    returns: orderItemResponse,
  })
  getOrderItem(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<DocumentRow>) {
    return this.items.get(id, plan);
  }

  @Read('orders/items/:id/customTags', {
    summary: 'List the tags of a row',
    description: 'Returns the tags of a row with their recorded values. A bundle has no tags.',
    returns: itemCustomTagsResponse,
  })
  listOrderItemCustomTags(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }

  @Read('orders/items/:id/discounts', {
    summary: 'List the discounts of a row',
    description: 'Returns the discounts of a row. A bundle has no discounts.',
    returns: itemDiscountsResponse,
  })
  listOrderItemDiscounts(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }

  @Read('orders/items/:id/options', {
    summary: 'List the options of a row',
    description:
      'Returns the options of a row, for example size or engraving, with the selected values. A bundle has no options.',
    returns: itemOptionsResponse,
  })
  listOrderItemOptions(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }

  @Read('orders/items/:id/stocks', {
    summary: 'List the warehouses of a row',
    description:
      'Returns the warehouses of a row with their quantities. A bundle has no warehouses.',
    returns: itemStocksResponse,
  })
  listOrderItemStocks(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<DocumentRow>,
  ) {
    return this.items.get(id, plan);
  }
}
