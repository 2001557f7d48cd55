import type { DocumentTax, PartTax } from '../../documents';
import type { TaxAmounts } from '../../totals';
import type { OrderLookups } from './order-lookups';

/** A tax on a line, or a tax group of the document. */
export function taxColumns(tax: TaxAmounts, lookups: OrderLookups): Partial<DocumentTax> {
  const { id, pId, name } = lookups.taxNamed(tax.taxKey);
  return {
    documentId: 0,
    rowId: null,
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
  };
}

/** The taxes of a shipment or of the payment, with the rates that count for the customer. */
export function partTaxes(taxes: readonly TaxAmounts[] = [], lookups: OrderLookups): PartTax[] {
  return taxes.map(({ taxKey, rate, reRate }) => {
    const { id, pId, name } = lookups.taxNamed(taxKey);
    return { id, pId, name, rate, reRate };
  });
}
