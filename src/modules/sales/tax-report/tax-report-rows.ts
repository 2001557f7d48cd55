import { sumAmounts, type Millionths, type TenThousandths } from '../../../core/money';
import type { Loaded } from '../../../core/load-plan';
import {
  type AssembledDocument,
  documentTypes,
  roundTaxBases,
  toInvoiceKind,
  toAmountInAccountingCurrency,
  toAccountingCurrency,
  calculateUntaxedAmount,
} from '../documents';
import { toParties, toVatCategory } from '../e-documents';
import type { documentAmountsPlan } from './tax-report-plans';

export type ReportedDocument = AssembledDocument<Loaded<typeof documentAmountsPlan>>;

/** Identifies a row. */
interface RowKey {
  /** Country of consumption, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly category: string;
  readonly rate: Millionths;
  readonly surchargeRate: Millionths;
  /** `full`, `simplified` or `corrective`. */
  readonly kind: string;
  /** Month of the corrected invoice, `YYYY-MM`; empty for invoices. */
  readonly correctedPeriod: string;
  readonly currency: string;
  /** Empty without an exchange rate. */
  readonly currencySeller: string;
}

interface TaxReportAmounts {
  readonly base: TenThousandths;
  readonly tax: TenThousandths;
  readonly surcharge: TenThousandths;
}

/** A row of the report: sums of documents, in their currency and in the seller's. */
export interface TaxReportRow extends RowKey, TaxReportAmounts {
  readonly documents: number;
  readonly baseSeller: TenThousandths;
  readonly taxSeller: TenThousandths;
  readonly surchargeSeller: TenThousandths;
}

const amountNames = ['base', 'tax', 'surcharge'] as const;

/** Sums the taxes of documents in rows. */
export class TaxReportAccumulator {
  readonly #rows = new Map<string, TaxReportRow>();

  /** @param correctedPeriod see `RowKey` */
  add(document: ReportedDocument, correctedPeriod: string): void {
    const documentRows = new Map<string, TaxReportRow>();
    for (const row of toRows(document, correctedPeriod)) {
      const key = toKey(row);
      documentRows.set(key, sumRows(documentRows.get(key), row, 1));
    }
    for (const [key, row] of documentRows) {
      const before = this.#rows.get(key);
      this.#rows.set(key, sumRows(before, row, (before?.documents ?? 0) + 1));
    }
  }

  /** Returns the rows in the order of their keys. */
  list(): TaxReportRow[] {
    return [...this.#rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }
}

function toKey(row: RowKey): string {
  const { country, currency, currencySeller, kind, correctedPeriod, category } = row;
  const rates = [row.rate, row.surchargeRate].map((rate) => String(rate).padStart(12, '0'));
  return [country, currency, currencySeller, kind, correctedPeriod, category, ...rates].join(' ');
}

function sumRows(
  one: TaxReportRow | undefined,
  other: TaxReportRow,
  documents: number,
): TaxReportRow {
  if (!one) return { ...other, documents };
  return {
    ...one,
    documents,
    base: one.base + other.base,
    tax: one.tax + other.tax,
    surcharge: one.surcharge + other.surcharge,
    baseSeller: one.baseSeller + other.baseSeller,
    taxSeller: one.taxSeller + other.taxSeller,
    surchargeSeller: one.surchargeSeller + other.surchargeSeller,
  };
}

/** The tax groups of a document, and its amounts that are in none of them. */
function toRows(document: ReportedDocument, correctedPeriod: string): TaxReportRow[] {
  const { vatCategoryInputs } = toParties(document);
  const sign = document.type === documentTypes.creditNote ? -1 : 1;
  const groups = roundTaxBases(document).map((tax) => ({
    category: toVatCategory({ rate: tax.taxRate, category: tax.category }, vatCategoryInputs)
      .category as string,
    rate: tax.taxRate,
    surchargeRate: tax.reRate,
    base: tax.base,
    tax: tax.taxPrice,
    surcharge: tax.rePrice,
  }));
  const taxes = sumAmounts(groups.flatMap(({ tax, surcharge }) => [tax, surcharge]));
  const untaxedGroup = {
    category: toVatCategory(undefined, vatCategoryInputs).category as string,
    rate: 0,
    surchargeRate: 0,
    base: calculateUntaxedAmount(document, groups),
    // Totals that were stored as given may contradict the groups.
    tax: document.totalTaxes - taxes,
    surcharge: 0,
  };
  const allGroups =
    untaxedGroup.base !== 0 || untaxedGroup.tax !== 0 ? [...groups, untaxedGroup] : groups;
  const sellerAmounts = toSellerAmounts(document, allGroups);
  return allGroups.map((part, index): TaxReportRow => {
    const seller = sellerAmounts?.[index];
    return {
      country: vatCategoryInputs.deliveryCountry || vatCategoryInputs.sellerCountry,
      category: part.category,
      rate: part.rate,
      surchargeRate: part.surchargeRate,
      kind: toInvoiceKind(document) ?? '',
      correctedPeriod,
      currency: document.currencyCode,
      currencySeller: seller ? toAccountingCurrency(document) : '',
      documents: 1,
      base: sign * part.base,
      tax: sign * part.tax,
      surcharge: sign * part.surcharge,
      baseSeller: sign * (seller?.base ?? 0),
      taxSeller: sign * (seller?.tax ?? 0),
      surchargeSeller: sign * (seller?.surcharge ?? 0),
    };
  });
}

/** Converts amounts so that taxes total the tax that the document shows. @returns undefined without an exchange rate */
function toSellerAmounts(
  document: ReportedDocument,
  parts: readonly TaxReportAmounts[],
): TaxReportAmounts[] | undefined {
  const sellerTotalTaxes = toAmountInAccountingCurrency(document, document.totalTaxes);
  if (sellerTotalTaxes === undefined) return undefined;
  const converted = parts.map((part) => {
    const [base = 0, tax = 0, surcharge = 0] = amountNames.map(
      (name) => toAmountInAccountingCurrency(document, part[name]) ?? 0,
    );
    return { base, tax, surcharge };
  });
  const sum = sumAmounts(converted.flatMap(({ tax, surcharge }) => [tax, surcharge]));
  const largest = converted.reduce<(typeof converted)[number] | undefined>(
    (one, other) => (one && Math.abs(one.tax) >= Math.abs(other.tax) ? one : other),
    undefined,
  );
  if (largest) largest.tax += sellerTotalTaxes - sum;
  return converted;
}
