import { sumAmounts, type TenThousandths } from '../../../core/money';
import { rowTypes } from '../documents';
import type { DocumentTax } from '../documents/entities/document-tax.entity';
import type { EDocumentWithParties } from './e-document-parties';
import type { EDocumentRow } from './e-document-source';
import { toVatClass, type AppliedTax, toVatClassKey } from './vat-classes';

interface LeafLine {
  readonly row: EDocumentRow;
  readonly bundle?: EDocumentRow;
  readonly pointer: string;
}

/** Lists the rows that have prices; bundles are replaced by their items. */
export function toLeafLines(rows: readonly EDocumentRow[]): LeafLine[] {
  return rows.flatMap((row, at): LeafLine[] => {
    const pointer = `/rows/${at}`;
    if (row.type !== rowTypes.bundle) return [{ row, pointer }];
    return (row.items ?? []).map((item, itemIndex) => ({
      row: item,
      bundle: row,
      pointer: `${pointer}/items/${itemIndex}`,
    }));
  });
}

/** Columns of a document's tax that determine its VAT class. */
type TaxColumns = Pick<DocumentTax, 'taxRate' | 'category' | 'exemptionCode' | 'exemptionReason'>;

export function toAppliedTax(tax: TaxColumns): AppliedTax {
  const { taxRate: rate, category, exemptionCode, exemptionReason } = tax;
  return { rate, category, exemptionCode, exemptionReason };
}

type DocumentTaxPart = EDocumentWithParties['document']['taxes'][number];

/** Sums amounts of a document's tax groups by category and rate. */
export function sumByVatClass(
  taxes: readonly DocumentTaxPart[],
  { vatCategoryInputs }: EDocumentWithParties,
  read: (tax: DocumentTaxPart) => TenThousandths,
): Map<string, TenThousandths> {
  const sums = new Map<string, TenThousandths>();
  for (const tax of taxes) {
    const key = toVatClassKey(toVatClass(toAppliedTax(tax), vatCategoryInputs));
    sums.set(key, sumAmounts([sums.get(key) ?? 0, read(tax)]));
  }
  return sums;
}

/**
 * Sums the shares of rows and shipments in the discounts of the whole document by category and rate. A share counts
 * once for each tax of its row or shipment.
 */
export function sumSharesByVatClass({
  document,
  vatCategoryInputs,
}: EDocumentWithParties): Map<string, TenThousandths> {
  const taxedParts = [
    ...toLeafLines(document.rows).map(({ row }) => ({
      share: row.share,
      taxes: (row.taxes ?? []).map(toAppliedTax),
    })),
    ...(document.shippings ?? []),
  ];
  const sums = new Map<string, TenThousandths>();
  for (const { share, taxes } of taxedParts) {
    for (const tax of taxes) {
      const key = toVatClassKey(toVatClass(tax, vatCategoryInputs));
      sums.set(key, sumAmounts([sums.get(key) ?? 0, share]));
    }
  }
  return sums;
}
