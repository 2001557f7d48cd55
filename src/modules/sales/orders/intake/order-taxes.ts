import { given } from '../../../../core/given';
import type { PartTax, TaxDraft } from '../../documents';
import type { TaxAmounts } from '../../totals';
import type { OrderLookups } from './order-lookups';

/** A tax on a line, or a tax group of the document. */
export function taxDraft(tax: TaxAmounts, lookups: OrderLookups): TaxDraft {
  const { id, pId, name, category, exemptionCode, exemptionReason } = lookups.taxNamed(tax.taxKey);
  return {
    taxId: id,
    taxPId: pId,
    name,
    taxRate: tax.rate,
    reRate: tax.reRate,
    baseWithoutDiscounts: tax.baseWithoutDiscounts,
    discount: tax.discount,
    base: tax.base,
    taxPrice: tax.taxPrice,
    rePrice: tax.rePrice,
    totalPrice: tax.totalPrice,
    category,
    exemptionCode,
    exemptionReason,
  };
}

/** The taxes of a shipment or of the payment, with the rates that count for the customer. */
export function partTaxes(taxes: readonly TaxAmounts[] = [], lookups: OrderLookups): PartTax[] {
  return taxes.map(({ taxKey, rate, reRate }) => {
    const { id, pId, name, ...known } = lookups.taxNamed(taxKey);
    const { category, exemptionCode, exemptionReason } = known;
    const vat = given({ category, exemptionCode, exemptionReason });
    return { id, pId, name, rate, reRate, ...vat };
  });
}
