import type { VatCategory } from '../../../core/e-invoicing-codes';
import { isEuMemberState } from '../../../core/european-union';
import type { Millionths } from '../../../core/money';

/** Category and rate of a VAT breakdown, with the reason for an exemption. */
export interface VatClass {
  readonly category: VatCategory;
  readonly rate: Millionths;
  readonly exemptionCode?: string;
  readonly exemptionReason?: string;
}

/** Data that determine the category of untaxed goods. */
export interface VatCategoryInputs {
  /** Reverse charge of the order or of its billing address. */
  readonly isReverseCharge: boolean;
  /** `tax` of the billing address. */
  readonly isBuyerTaxable: boolean;
  readonly hasBuyerVat: boolean;
  readonly sellerCountry: string;
  readonly deliveryCountry: string;
}

/** A tax of a row, a shipment or the payment, with the rate that applies to the customer. */
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

/** Separator of joined reasons. */
const REASON_SEPARATOR = '; ';

/** Default exemptions of taxes without their own reason. Z and S must not have a reason. */
const defaultExemptions = new Map<VatCategory, Exemption>([
  ['E', { reason: 'Exempt from VAT' }],
  ['AE', { code: 'VATEX-EU-AE', reason: 'Reverse charge' }],
  ['K', { code: 'VATEX-EU-IC', reason: 'Intra-Community supply' }],
  ['G', { code: 'VATEX-EU-G', reason: 'Export outside the EU' }],
  ['O', { code: 'VATEX-EU-O', reason: 'Not subject to VAT' }],
]);

/** Returns the prefix of a category's rules; for K it is BR-IC. */
export function toVatRulePrefix(category: VatCategory): string {
  return category === 'K' ? 'BR-IC' : `BR-${category}`;
}

/** Key of a VAT breakdown. */
export function toVatClassKey({ category, rate }: VatClass): string {
  return `${category}/${rate}`;
}

/** Returns the VAT category of a tax, and whether the tax itself names it. @param tax undefined for untaxed goods */
export function toVatCategory(
  tax: Pick<AppliedTax, 'rate' | 'category'> | undefined,
  context: VatCategoryInputs,
): { category: VatCategory; isExplicit: boolean } {
  const { rate = 0, category } = tax ?? {};
  if (rate > 0) return { category: 'S', isExplicit: false };
  const isExplicit = category !== undefined && category !== null && category !== 'S';
  return { category: isExplicit ? category : toUntaxedCategory(context), isExplicit };
}

/** Returns the VAT class of a tax. @param tax undefined for untaxed goods */
export function toVatClass(tax: AppliedTax | undefined, context: VatCategoryInputs): VatClass {
  const { rate = 0 } = tax ?? {};
  const { category: vatCategory, isExplicit } = toVatCategory(tax, context);
  const defaultExemption = defaultExemptions.get(vatCategory);
  if (!defaultExemption) return { category: vatCategory, rate };
  const hasOwnExemption = isExplicit && Boolean(tax?.exemptionCode ?? tax?.exemptionReason);
  const code = hasOwnExemption ? tax?.exemptionCode : defaultExemption.code;
  const reason = hasOwnExemption ? tax?.exemptionReason : defaultExemption.reason;
  return {
    category: vatCategory,
    rate,
    ...(code ? { exemptionCode: code } : {}),
    ...(reason ? { exemptionReason: reason } : {}),
  };
}

/**
 * Returns the category of untaxed goods:
 * - AE: with reverse charge
 * - G: an export outside the EU
 * - K: a supply to another member state, if the buyer is exempt or has a VAT number
 * - E: any other exempt buyer
 * - Z: zero rate, for all others
 */
function toUntaxedCategory(context: VatCategoryInputs): VatCategory {
  const { isReverseCharge, isBuyerTaxable, hasBuyerVat, sellerCountry, deliveryCountry } = context;
  if (isReverseCharge) return 'AE';
  if (
    isEuMemberState(sellerCountry) &&
    deliveryCountry !== sellerCountry &&
    deliveryCountry !== ''
  ) {
    if (!isEuMemberState(deliveryCountry)) return 'G';
    if (!isBuyerTaxable || hasBuyerVat) return 'K';
  }
  return isBuyerTaxable ? 'Z' : 'E';
}

/** Merges two classes with the same key. Different reasons are joined; the code is kept if both are equal. */
export function mergeVatClasses(one: VatClass, other: VatClass): VatClass {
  const { exemptionCode, exemptionReason, ...categoryAndRate } = one;
  const isSameCode = exemptionCode === other.exemptionCode;
  const reasons = [exemptionReason, other.exemptionReason].flatMap(
    (text) => text?.split(REASON_SEPARATOR) ?? [],
  );
  const fallback = defaultExemptions.get(one.category)?.reason;
  const joined = reasons.length > 0 ? [...new Set(reasons)].join(REASON_SEPARATOR) : undefined;
  const reason = joined ?? (isSameCode ? undefined : fallback);
  return {
    ...categoryAndRate,
    ...(isSameCode && exemptionCode !== undefined ? { exemptionCode } : {}),
    ...(reason === undefined ? {} : { exemptionReason: reason }),
  };
}
