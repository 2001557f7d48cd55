import { isEuMemberState } from '../../../core/european-union';
import {
  roundToMinorUnit,
  sumAmounts,
  type Millionths,
  type TenThousandths,
} from '../../../core/money';
import type { VatCategory } from '../../../core/e-invoicing-codes';
import { calculateUntaxedAmount } from '../documents';
import { toParties, toVatCategory } from '../e-documents';
import type { RecordSourceDocument } from './record-source-document';
import { VerifactuNotExpressible } from './verifactu-errors';

/** Decimals of amounts in euros. */
const EURO_DIGITS = 2;

/** AEAT's limit of lines of a record. */
const MAX_BREAKDOWN_LINES = 12;

/** Rates of Spanish VAT, in millionths of a percent; others in a delivery to another member state are foreign. */
const SPANISH_VAT_RATES: ReadonlySet<Millionths> = new Set(
  [0, 2, 4, 5, 7.5, 10, 21].map((rate) => rate * 1_000_000),
);

/** A tax (`Impuesto`): VAT, IPSI of Ceuta and Melilla, or IGIC of the Canary Islands. */
type TaxCode = '01' | '02' | '03';

/** Whether an amount is taxed (S1, S2), outside of the tax (N1, N2) or exempt (E1 to E6). */
type Qualification = 'S1' | 'S2' | 'N1' | 'N2' | 'E1' | 'E2' | 'E3' | 'E4' | 'E5' | 'E6';

/** A line of a record (`DetalleDesglose`); amounts in euros, as the document has them: a credit note's are positive. */
export interface BreakdownLine {
  readonly tax: TaxCode;
  /** `ClaveRegimen` */
  readonly regime: '01' | '02' | '17';
  readonly qualification: Qualification;
  readonly rate: Millionths;
  readonly surchargeRate: Millionths;
  readonly base: TenThousandths;
  readonly taxAmount: TenThousandths;
  readonly surcharge: TenThousandths;
}

/** The amounts of a record, in euros. */
export interface Breakdown {
  readonly lines: readonly BreakdownLine[];
  /** Tax and surcharge of all lines. */
  readonly taxTotal: TenThousandths;
  /** Gross amount of the document. */
  readonly total: TenThousandths;
}

/**
 * Breaks a document down by tax, regime, qualification and rates.
 * @throws VerifactuNotExpressible without an amount in euros, with more than 12 lines, or under a margin scheme
 */
export function toBreakdown(document: RecordSourceDocument): Breakdown {
  const { subtotal, totalTaxes, rounding, taxes } = document;
  const toEuros = createEuroConverter(document);
  const taxContext = toTaxContext(document);
  const untaxed = calculateUntaxedAmount(document, taxes);
  const euroTaxes = taxes.map((one) => ({
    ...one,
    rate: one.taxRate,
    base: toEuros(one.base),
    taxPrice: toEuros(one.taxPrice),
    rePrice: toEuros(one.rePrice),
  }));
  const unmergedLines = [
    ...euroTaxes.map((one) => toBreakdownLine(one, taxContext)),
    ...(untaxed !== 0 || taxes.length === 0 ? [toUntaxedLine(toEuros(untaxed), taxContext)] : []),
  ];
  const lines = mergeLines(unmergedLines);
  if (lines.length > MAX_BREAKDOWN_LINES) {
    throw new VerifactuNotExpressible({
      reason: `The document has ${lines.length} different taxes, but a record can have at most ${MAX_BREAKDOWN_LINES}.`,
    });
  }
  return {
    lines,
    taxTotal: sumAmounts(lines.flatMap(({ taxAmount, surcharge }) => [taxAmount, surcharge])),
    total: toEuros(sumAmounts([subtotal, totalTaxes, rounding ?? 0])),
  };
}

interface TaxContext {
  readonly tax: TaxCode;
  readonly vat: ReturnType<typeof toParties>['vatCategoryInputs'];
  readonly buyerCountry: string;
}

function toTaxContext(document: RecordSourceDocument): TaxContext {
  const { seller, buyer, vatCategoryInputs } = toParties(document);
  const province = (seller.postalCode ?? '').trim().slice(0, 2);
  const tax = ['35', '38'].includes(province)
    ? '03'
    : ['51', '52'].includes(province)
      ? '02'
      : '01';
  return { tax, vat: vatCategoryInputs, buyerCountry: buyer.countryCode ?? '' };
}

/** @returns a function that converts an amount of the document to euros and cents */
function createEuroConverter(
  document: RecordSourceDocument,
): (amount: TenThousandths) => TenThousandths {
  const { currencyCode, sourceCurrencyCode, exchangeRate } = document;
  if (currencyCode === 'EUR') return (amount) => roundToMinorUnit(amount, EURO_DIGITS);
  if (sourceCurrencyCode !== 'EUR' || !(exchangeRate > 0)) {
    throw new VerifactuNotExpressible({
      reason: `The document is in ${currencyCode}: its order needs the source currency EUR and an exchange rate.`,
    });
  }
  return (amount) => roundToMinorUnit(Math.round(amount / exchangeRate), EURO_DIGITS);
}

type EuroTaxGroup = Omit<RecordSourceDocument['taxes'][number], 'discount'> & {
  readonly rate: Millionths;
};

function toBreakdownLine(group: EuroTaxGroup, context: TaxContext): BreakdownLine {
  const { rate, reRate, base, taxPrice, rePrice, exemptionCode } = group;
  const { category } = toVatCategory({ rate, category: group.category }, context.vat);
  if (isForeignVat(category, rate, context)) {
    // The tax of another member state is no Spanish tax: it is part of the amount that is not subject to it.
    const amount = sumAmounts([base, taxPrice, rePrice]);
    return createZeroTaxLine(amount, { tax: context.tax, regime: '17', qualification: 'N2' });
  }
  if (category === 'S' || category === 'Z') {
    return {
      tax: context.tax,
      regime: '01',
      qualification: 'S1',
      rate,
      surchargeRate: reRate,
      base,
      taxAmount: taxPrice,
      surcharge: rePrice,
    };
  }
  const qualification = toQualification(category, exemptionCode ?? '', context);
  return createZeroTaxLine(base, {
    tax: context.tax,
    regime: category === 'G' ? '02' : '01',
    qualification,
  });
}

/** Whether the tax is that of another member state (one-stop shop). */
function isForeignVat(category: VatCategory, rate: Millionths, { tax, vat }: TaxContext): boolean {
  const { deliveryCountry } = vat;
  return (
    category === 'S' &&
    tax === '01' &&
    deliveryCountry !== 'ES' &&
    isEuMemberState(deliveryCountry) &&
    !SPANISH_VAT_RATES.has(rate)
  );
}

function toUntaxedLine(amount: TenThousandths, context: TaxContext): BreakdownLine {
  const { category } = toVatCategory(undefined, context.vat);
  const group = { taxRate: 0, reRate: 0, taxPrice: 0, rePrice: 0, category, exemptionCode: null };
  return toBreakdownLine({ ...group, rate: 0, base: amount }, context);
}

function createZeroTaxLine(
  base: TenThousandths,
  classification: Pick<BreakdownLine, 'tax' | 'regime' | 'qualification'>,
): BreakdownLine {
  return { ...classification, rate: 0, surchargeRate: 0, base, taxAmount: 0, surcharge: 0 };
}

/** Exemptions of the Spanish law on VAT, by the articles of the directive that their codes name. */
const qualificationsByExemptionCode: readonly (readonly [RegExp, Qualification])[] = [
  [/^VATEX-EU-(132|135)/, 'E1'],
  [/^VATEX-EU-(G$|146)/, 'E2'],
  [/^VATEX-EU-(148|151)/, 'E3'],
  [/^VATEX-EU-159/, 'E4'],
  [/^VATEX-EU-IC$/, 'E5'],
  [/^VATEX-EU-AE$/, 'S2'],
  [/^VATEX-EU-(O|79-C)$/, 'N1'],
];

/** Margin schemes. Documents don't show the margin, which is the taxable amount. */
const MARGIN_SCHEME = /^VATEX-EU-[DFIJ]$/;

function toQualification(category: VatCategory, code: string, context: TaxContext): Qualification {
  const isSpanishBuyer = ['', 'ES'].includes(context.buyerCountry);
  switch (category) {
    case 'AE':
      return isSpanishBuyer ? 'S2' : 'N2';
    case 'K':
      return 'E5';
    case 'G':
      return 'E2';
    case 'O':
      return isSpanishBuyer ? 'N1' : 'N2';
    default:
      if (MARGIN_SCHEME.test(code)) {
        throw new VerifactuNotExpressible({
          reason: `${code} is a margin scheme, whose taxable amount the document does not show.`,
        });
      }
      return qualificationsByExemptionCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'E6';
  }
}

/** Adds up lines that differ in amounts only. */
function mergeLines(lines: readonly BreakdownLine[]): BreakdownLine[] {
  const merged = new Map<string, BreakdownLine>();
  for (const line of lines) {
    const { tax, regime, qualification, rate, surchargeRate } = line;
    const key = [tax, regime, qualification, rate, surchargeRate].join('/');
    const known = merged.get(key);
    merged.set(key, known ? addLines(known, line) : line);
  }
  return [...merged.values()];
}

function addLines(one: BreakdownLine, other: BreakdownLine): BreakdownLine {
  return {
    ...one,
    base: sumAmounts([one.base, other.base]),
    taxAmount: sumAmounts([one.taxAmount, other.taxAmount]),
    surcharge: sumAmounts([one.surcharge, other.surcharge]),
  };
}
