import {
  type ResponseSpec,
  defineRecord,
  type RecordField,
  type RecordDefinition,
  csvTableOfLists,
} from '../../../../api';
import { mergePlans, type LoadPlan, createLoadPlan } from '../../../../core/load-plan';
import { SalesDocument } from '../../documents/entities/document.entity';
import { documentFields } from '../../documents/records/document.record';
import { documentShipmentsField } from '../../documents/records/shipment.record';

/** The fields of a record with one key. */
type RecordFields<T, W> = { readonly [K in keyof W]: RecordField<T, W[K]> };

/**
 * Response with one key and a list, without the parameter `fields`.
 * @param plan columns and relations to load
 */
export function singleKeyResponse<T, W extends object>(
  of: RecordDefinition<T, W>,
  plan: LoadPlan,
): ResponseSpec<T> {
  return {
    schema: (nested) => nested(of),
    write: (value, context) => of.write(value, context),
    table: csvTableOfLists(of),
    plan: () => plan,
    hasBodyETag: true,
  };
}

/** A part of an order as the only key of a response. Its ETag is a hash of the response. */
function partOfOrder<W extends object>(name: string, field: RecordFields<SalesDocument, W>) {
  const of = defineRecord<SalesDocument>()(name, field);
  // The type distinguishes an order's id from an invoice's.
  return singleKeyResponse(of, mergePlans(of.plan(), createLoadPlan(SalesDocument, ['type'])));
}

export const orderAdditionalInformation = partOfOrder('orderAdditionalInformation', {
  ADDITIONALINFORMATION: documentFields.ADDITIONALINFORMATION,
});
export const orderDiscounts = partOfOrder('orderDiscounts', {
  DISCOUNTS: documentFields.DISCOUNTS,
});
export const orderItems = partOfOrder('orderItems', { ROWS: documentFields.ROWS });
export const orderShipments = partOfOrder('orderShipments', {
  SHIPMENTS: documentShipmentsField(),
});
export const orderStatuses = partOfOrder('orderStatuses', { STATUSES: documentFields.STATUSES });
export const orderVouchers = partOfOrder('orderVouchers', { VOUCHERS: documentFields.VOUCHERS });
