import type { ReferenceDto } from '../../../../api';
import { DomainError } from '../../../../core/errors';
import {
  type PlanColumns,
  createLoadPlanForType,
  type RecordPlan,
} from '../../../../core/load-plan';
import { listDataColumns } from '../../../../database';
import { DocumentAddress } from '../../documents/entities/document-address.entity';
import { DocumentDiscount } from '../../documents/entities/document-discount.entity';
import { DocumentRow } from '../../documents/entities/document-row.entity';
import { DocumentTag } from '../../documents/entities/document-tag.entity';
import { DocumentTax } from '../../documents/entities/document-tax.entity';
import { DocumentVoucher } from '../../documents/entities/document-voucher.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { RowOptionValue, RowOption } from '../../documents/entities/row-option.entity';
import { RowStock } from '../../documents/entities/row-stock.entity';
import { Shipment, ShipmentRow } from '../../documents/entities/shipment.entity';
import type { TagDraft } from '../../documents/writing/document-draft';

export type OptionalReference = ReferenceDto | null | undefined;

/** Plan that loads all columns of an order and its parts. */
export function getStoredOrderPlan(): RecordPlan<SalesDocument> {
  return (cachedOrderPlan ??= createLoadPlanForType<SalesDocument>(listColumns(SalesDocument), {
    addresses: listColumns(DocumentAddress),
    rows: listColumns(DocumentRow),
    options: listColumns(RowOption),
    optionValues: listColumns(RowOptionValue),
    stocks: listColumns(RowStock),
    taxes: listColumns(DocumentTax),
    discounts: listColumns(DocumentDiscount),
    vouchers: listColumns(DocumentVoucher),
    customTags: listColumns(DocumentTag),
    shipments: listColumns(Shipment),
    shipmentRows: listColumns(ShipmentRow),
  }));
}

let cachedOrderPlan: RecordPlan<SalesDocument> | undefined;

function listColumns<E>(entity: new () => E): PlanColumns<E> {
  return listDataColumns(entity).map(({ property }) => property as keyof E & string);
}

/** Creates a reference to a stored record with the same keys as the sent reference. */
export function toComparableReference(
  sent: OptionalReference,
  id: number | null,
  pId: string | null,
): OptionalReference {
  if (!sent) return pId === null ? (id === null ? null : { id }) : { pId };
  return {
    ...(sent.id !== undefined && { id: id ?? 0 }),
    ...(sent.pId !== undefined && { pId: pId ?? '' }),
  };
}

/** Like `toComparableReference` for a record whose pId isn't stored. @param find may throw a DomainError */
export function toComparableReferenceById(
  sent: OptionalReference,
  id: number | null,
  find: (reference: ReferenceDto) => number,
): OptionalReference {
  const found = sent ? undefinedOnDomainError(() => find(sent)) : null;
  return found === id && sent ? sent : id === null ? null : { id };
}

/**
 * Converts stored tags to sent ones. Sent tags that match the stored ones are kept.
 * @param toDrafts may throw a DomainError
 */
export function toComparableTags<T extends { customTag: ReferenceDto }>(
  stored: readonly DocumentTag[] = [],
  sent: readonly T[] = [],
  toDrafts: (sent: readonly T[]) => readonly TagDraft[],
): T[] {
  const drafts = undefinedOnDomainError(() => toDrafts(sent)) ?? [];
  return stored.map((tag, index) => {
    const draft = drafts[index];
    const input = sent[index];
    return draft && input && isSameTag(draft, tag)
      ? input
      : ({ customTag: { pId: tag.tagPId }, value: tag.value } as object as T);
  });
}

function isSameTag(draft: TagDraft, stored: DocumentTag): boolean {
  const toText = ({ tagId, groupId, active, value, valueId, texts }: TagDraft): string =>
    JSON.stringify([tagId, groupId, active, value, valueId, texts]);
  return toText(draft) === toText(stored);
}

function undefinedOnDomainError<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

export function toTaxWithRates({ taxId: id, taxPId: pId, taxRate: rate, reRate }: DocumentTax) {
  return { id, pId, rate, reRate };
}

export function toPartDiscountDto({ amountType, value, ...discount }: DocumentDiscount) {
  return { ...discount, discountType: amountType as 1 | 2, discountValue: value };
}
