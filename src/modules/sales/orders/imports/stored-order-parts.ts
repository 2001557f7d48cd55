import type { ReferenceDto } from '../../../../api';
import { DomainError } from '../../../../core/errors';
import { type PlanColumns, planFor, type TablePlan } from '../../../../core/load-plan';
import { declaredColumns } from '../../../../database';
import {
  DocumentAddress,
  DocumentDiscount,
  DocumentRow,
  DocumentTag,
  DocumentTax,
  DocumentVoucher,
  OptionValue,
  RowOption,
  RowStock,
  SalesDocument,
  Shipment,
  ShipmentRow,
  type TagDraft,
} from '../../documents';

export type OptionalReference = ReferenceDto | null | undefined;

/** Everything of an order. */
export function storedOrderPlan(): TablePlan<SalesDocument> {
  return (cachedOrderPlan ??= planFor<SalesDocument>(listColumns(SalesDocument), {
    addresses: listColumns(DocumentAddress),
    rows: listColumns(DocumentRow),
    options: listColumns(RowOption),
    optionValues: listColumns(OptionValue),
    stocks: listColumns(RowStock),
    taxes: listColumns(DocumentTax),
    discounts: listColumns(DocumentDiscount),
    vouchers: listColumns(DocumentVoucher),
    customTags: listColumns(DocumentTag),
    shipments: listColumns(Shipment),
    shipmentRows: listColumns(ShipmentRow),
  }));
}

let cachedOrderPlan: TablePlan<SalesDocument> | undefined;

function listColumns<E>(entity: new () => E): PlanColumns<E> {
  return declaredColumns(entity).map(({ property }) => property as keyof E & string);
}

/** A reference to a stored record, by the keys of the one that was sent. */
export function toSentReference(
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

/** The same where only the id is kept. @param find throws a DomainError */
export function toSentReferenceById(
  sent: OptionalReference,
  id: number | null,
  find: (reference: ReferenceDto) => number,
): OptionalReference {
  const found = sent ? undefinedOnDomainError(() => find(sent)) : null;
  return found === id && sent ? sent : id === null ? null : { id };
}

/** Tags as they were sent, as far as they would be stored as they are. @param draftsOf throws a DomainError */
export function toSentTags<T extends { customTag: ReferenceDto }>(
  stored: readonly DocumentTag[] = [],
  sent: readonly T[] = [],
  draftsOf: (sent: readonly T[]) => readonly TagDraft[],
): T[] {
  const drafts = undefinedOnDomainError(() => draftsOf(sent)) ?? [];
  return stored.map((tag, at) => {
    const draft = drafts[at];
    const given = sent[at];
    return draft && given && isSameTag(draft, tag)
      ? given
      : ({ customTag: { pId: tag.tagPId }, value: tag.value } as object as T);
  });
}

function isSameTag(draft: TagDraft, stored: DocumentTag): boolean {
  const said = ({ tagId, groupId, active, value, valueId, texts }: TagDraft): string =>
    JSON.stringify([tagId, groupId, active, value, valueId, texts]);
  return said(draft) === said(stored);
}

function undefinedOnDomainError<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

export function toRatedTax({ taxId: id, taxPId: pId, taxRate: rate, reRate }: DocumentTax) {
  return { id, pId, rate, reRate };
}

export function toPartDiscountDto({ amountType, value, ...discount }: DocumentDiscount) {
  return { ...discount, discountType: amountType as 1 | 2, discountValue: value };
}
