import type { TaxAmounts } from '../../totals';
import type { DocumentTax } from '../entities/document-tax.entity';
import type { TaxDraft } from './document-draft';

/** What a document keeps of a tax but its amounts. */
type TaxDetails = Pick<
  DocumentTax,
  'taxId' | 'taxPId' | 'name' | 'category' | 'exemptionCode' | 'exemptionReason'
>;

/** A tax on a line, or a tax group of the document. */
export function toTaxDraft(known: TaxDetails, tax: TaxAmounts): TaxDraft {
  const { taxId, taxPId, name, category, exemptionCode, exemptionReason } = known;
  return {
    taxId,
    taxPId,
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
