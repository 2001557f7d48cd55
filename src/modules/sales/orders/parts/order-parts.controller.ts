import { ApiController, IdPath, PathParams, ResponseLoadPlan, Read } from '../../../../api';
import type { TablePlan } from '../../../../core/load-plan';
import { Documents } from '../../documents';
import type { SalesDocument } from '../../documents/entities/document.entity';
import {
  orderAdditionalInformation,
  orderDiscounts,
  orderItems,
  orderShipments,
  orderStatuses,
  orderVouchers,
} from './order-part.record';
import { ordersOpenApiTag } from '../orders.openapi-tag';

/** Reads parts of an order in the form that they have in its record (specification, Sales documents). */
@ApiController('orders', { area: 'sales', openApiTag: ordersOpenApiTag })
export class OrderPartsController {
  constructor(private readonly documents: Documents) {}

  @Read(':id/additionalInformation', {
    summary: 'Read the additional information of an order',
    description:
      'Returns names and values of the imported order. The service stores them without using them.',
    returns: orderAdditionalInformation,
  })
  listOrderAdditionalInformation(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.get('order', id, plan);
  }

  @Read(':id/discounts', {
    summary: 'List the discounts of a whole order',
    description:
      'Returns the discounts of the whole order. Discounts of rows and shipments are part of the rows and shipments.',
    returns: orderDiscounts,
  })
  listOrderDiscounts(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.get('order', id, plan);
  }

  @Read(':id/items', {
    summary: 'List the rows of an order',
    description:
      'Returns all rows with options, taxes and discounts; bundles include their items. RMAs refer to rows by `HASH`.',
    returns: orderItems,
  })
  listOrderItems(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.get('order', id, plan);
  }

  @Read(':id/shipments', {
    summary: 'List the shipments of an order',
    description:
      "Returns the shipments with rows, states, tracking numbers and the carriers' reports.",
    returns: orderShipments,
  })
  listOrderShipments(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.get('order', id, plan);
  }

  @Read(':id/statuses', {
    summary: 'Read the history of an order',
    description:
      'Returns every change of state since the import, with the actions that it started. The history of a new order ' +
      'is empty.',
    returns: orderStatuses,
  })
  listOrderStatuses(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.get('order', id, plan);
  }

  @Read(':id/vouchers', {
    summary: 'List the vouchers of an order',
    description:
      'Returns the codes of the vouchers with the amounts that they paid. `VOUCHERID` is the id of the stored ' +
      'voucher, if there was one.',
    returns: orderVouchers,
  })
  listOrderVouchers(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.get('order', id, plan);
  }
}
