import { compact } from '../../../../core/compact';
import type { ChargeTax } from '../../documents/entities/snapshots';
import type { TaxDraft } from '../../documents/writing/document-draft';
import { toTaxDraft } from '../../documents/writing/tax-draft';
import type { TaxAmounts } from '../../totals';
import type { OrderLookups } from './order-lookups';

/** Maximum length of a stored reason. */
const MAX_REASON_CHARACTERS = 255;

/** Creates the draft of a row's tax or of a document's tax group, with the details of the catalog's tax. */
export function toOrderTaxDraft(tax: TaxAmounts, lookups: OrderLookups): TaxDraft {
  const catalogTax = lookups.getUsedTax(tax.taxKey);
  const others = tax.mergedTaxKeys?.map((key) => lookups.getUsedTax(key));
  const { id: taxId, pId: taxPId, name, category } = catalogTax;
  const { exemptionCode, exemptionReason } = others
    ? mergeExemptions([catalogTax, ...others])
    : catalogTax;
  return toTaxDraft({ taxId, taxPId, name, category, exemptionCode, exemptionReason }, tax);
}

type ExemptionColumns = Pick<TaxDraft, 'exemptionCode' | 'exemptionReason'>;

/** Joins the different exemption reasons of a group. The code is only kept if all taxes have the same one. */
function mergeExemptions(all: readonly ExemptionColumns[]): ExemptionColumns {
  const [code, ...otherCodes] = new Set(all.map(({ exemptionCode }) => exemptionCode));
  const reasons = new Set(all.flatMap(({ exemptionReason }) => exemptionReason ?? []));
  return {
    exemptionCode: otherCodes.length === 0 ? (code ?? null) : null,
    exemptionReason:
      reasons.size === 0 ? null : [...reasons].join('; ').slice(0, MAX_REASON_CHARACTERS),
  };
}

/** Converts the taxes of a shipment or payment, with the rates that apply to the customer. */
export function toChargeTaxes(
  taxes: readonly TaxAmounts[] = [],
  lookups: OrderLookups,
): ChargeTax[] {
  return taxes.map(({ taxKey, rate, reRate }) => {
    const { id, pId, name, ...exemption } = lookups.getUsedTax(taxKey);
    const { category, exemptionCode, exemptionReason } = exemption;
    const vat = compact({ category, exemptionCode, exemptionReason });
    return { id, pId, name, rate, reRate, ...vat };
  });
}
