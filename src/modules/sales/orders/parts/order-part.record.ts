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
  record: RecordDefinition<T, W>,
  plan: LoadPlan,
): ResponseSpec<T> {
  return {
    schema: (nested) => nested(record),
    serialize: (value, context) => record.serialize(value, context),
    csvTable: csvTableOfLists(record),
    getLoadPlan: () => plan,
    hasBodyETag: true,
  };
}

/** A part of an order as the only key of a response. Its ETag is a hash of the response. */
function createOrderPartResponse<W extends object>(
  name: string,
  field: RecordFields<SalesDocument, W>,
) {
  const record = defineRecord<SalesDocument>()(name, field);
  // The type distinguishes an order's id from an invoice's.
  return singleKeyResponse(
    record,
    mergePlans(record.getLoadPlan(), createLoadPlan(SalesDocument, ['type'])),
  );
}

export const orderAdditionalInformationResponse = createOrderPartResponse(
  'orderAdditionalInformation',
  {
    ADDITIONALINFORMATION: documentFields.ADDITIONALINFORMATION,
  },
);
export const orderDiscountsResponse = createOrderPartResponse('orderDiscounts', {
  DISCOUNTS: documentFields.DISCOUNTS,
});
export const orderItemsResponse = createOrderPartResponse('orderItems', {
  ROWS: documentFields.ROWS,
});
export const orderShipmentsResponse = createOrderPartResponse('orderShipments', {
  SHIPMENTS: documentShipmentsField(),
});
export const orderStatusesResponse = createOrderPartResponse('orderStatuses', {
  STATUSES: documentFields.STATUSES,
});
export const orderVouchersResponse = createOrderPartResponse('orderVouchers', {
  VOUCHERS: documentFields.VOUCHERS,
});
