import type { VatCategory } from '../../../core/e-invoicing-codes';
import { isEuMemberState } from '../../../core/european-union';
import type { Millionths } from '../../../core/money';

/** What one VAT breakdown is about: the category, its rate, and why nothing is due. */
export interface VatClass {
  readonly category: VatCategory;
  readonly rate: Millionths;
  readonly exemptionCode?: string;
  readonly exemptionReason?: string;
}

/** What tells the category of goods that bear no tax. */
export interface VatContext {
  /** Of the order or of its billing address. */
  readonly isReversed: boolean;
  /** `tax` of the billing address. */
  readonly isTaxable: boolean;
  readonly hasBuyerVat: boolean;
  readonly sellerCountry: string;
  readonly deliveryCountry: string;
}

/** A tax as a line, a shipment or the payment has it, with the rate that counts for the customer. */
export interface AppliedTax {
  readonly rate: Millionths;
  readonly category?: VatCategory | null;
  readonly exemptionCode?: string | null;
  readonly exemptionReason?: string | null;
}

interface Exemption {
  readonly code?: string;
  readonly reason: string;
}

/** Between reasons that are told together. */
const REASON_SEPARATOR = '; ';

/** What is said where the tax does not say it itself. Z and S must have no reason. */
const exemptions = new Map<VatCategory, Exemption>([
  ['E', { reason: 'Exempt from VAT' }],
  ['AE', { code: 'VATEX-EU-AE', reason: 'Reverse charge' }],
  ['K', { code: 'VATEX-EU-IC', reason: 'Intra-Community supply' }],
  ['G', { code: 'VATEX-EU-G', reason: 'Export outside the EU' }],
  ['O', { code: 'VATEX-EU-O', reason: 'Not subject to VAT' }],
]);

/** How the rules of a category are named: BR-IC-02 is about K. */
export function toVatRulePrefix(category: VatCategory): string {
  return category === 'K' ? 'BR-IC' : `BR-${category}`;
}

/** What of a VAT breakdown tells one from another. */
export function toVatClassKey({ category, rate }: VatClass): string {
  return `${category}/${rate}`;
}

/** The VAT category of what bears a tax, and whether the tax names it. @param tax undefined: it bears none */
export function toVatCategory(
  tax: AppliedTax | undefined,
  setting: VatContext,
): { category: VatCategory; isNamed: boolean } {
  const { rate = 0, category } = tax ?? {};
  if (rate > 0) return { category: 'S', isNamed: false };
  const isNamed = category !== undefined && category !== null && category !== 'S';
  return { category: isNamed ? category : toUntaxedCategory(setting), isNamed };
}

/** The class of what bears a tax. @param tax undefined: it bears none */
export function toVatClass(tax: AppliedTax | undefined, setting: VatContext): VatClass {
  const { rate = 0 } = tax ?? {};
  const { category: meant, isNamed } = toVatCategory(tax, setting);
  const own = exemptions.get(meant);
  if (!own) return { category: meant, rate };
  const isOwn = isNamed && Boolean(tax?.exemptionCode ?? tax?.exemptionReason);
  const code = isOwn ? tax?.exemptionCode : own.code;
  const reason = isOwn ? tax?.exemptionReason : own.reason;
  return {
    category: meant,
    rate,
    ...(code ? { exemptionCode: code } : {}),
    ...(reason ? { exemptionReason: reason } : {}),
  };
}

/**
 * What goods without tax are: reverse charge where the order says so; by the countries of seller and delivery an
 * export, or a supply within the Community to whom is not taxed or has a VAT number; else exempt where the buyer is
 * not taxed, or of the zero rate.
 */
function toUntaxedCategory(setting: VatContext): VatCategory {
  const { isReversed, isTaxable, hasBuyerVat, sellerCountry, deliveryCountry } = setting;
  if (isReversed) return 'AE';
  if (
    isEuMemberState(sellerCountry) &&
    deliveryCountry !== sellerCountry &&
    deliveryCountry !== ''
  ) {
    if (!isEuMemberState(deliveryCountry)) return 'G';
    if (!isTaxable || hasBuyerVat) return 'K';
  }
  return isTaxable ? 'Z' : 'E';
}

/** One class of several with the same key: reasons that differ are told together, and then by no code. */
export function mergeVatClasses(one: VatClass, other: VatClass): VatClass {
  const { exemptionCode, exemptionReason, ...same } = one;
  const isSameCode = exemptionCode === other.exemptionCode;
  const told = [exemptionReason, other.exemptionReason].flatMap(
    (text) => text?.split(REASON_SEPARATOR) ?? [],
  );
  const fallback = exemptions.get(one.category)?.reason;
  const joined = told.length > 0 ? [...new Set(told)].join(REASON_SEPARATOR) : undefined;
  const reason = joined ?? (isSameCode ? undefined : fallback);
  return {
    ...same,
    ...(isSameCode && exemptionCode !== undefined ? { exemptionCode } : {}),
    ...(reason === undefined ? {} : { exemptionReason: reason }),
  };
}
