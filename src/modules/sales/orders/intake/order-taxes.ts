import { given } from '../../../../core/given';
import { type PartTax, type TaxDraft, taxDraft } from '../../documents';
import type { TaxAmounts } from '../../totals';
import type { OrderLookups } from './order-lookups';

/** A tax on a line, or a tax group of the document, by what the catalog says of it. */
export function orderTax(tax: TaxAmounts, lookups: OrderLookups): TaxDraft {
  const { id, pId, ...known } = lookups.taxNamed(tax.taxKey);
  return taxDraft({ ...known, taxId: id, taxPId: pId }, tax);
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
