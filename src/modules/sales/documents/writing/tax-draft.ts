import type { TaxAmounts } from '../../totals';
import type { DocumentTax } from '../entities/document-tax.entity';
import type { TaxDraft } from './document-draft';

/** Data of a tax that a document keeps in addition to its amounts. */
type TaxDetails = Pick<
  DocumentTax,
  'taxId' | 'taxPId' | 'name' | 'category' | 'exemptionCode' | 'exemptionReason'
>;

/** Creates the draft of a row's tax or of a document's tax group. */
export function toTaxDraft(details: TaxDetails, tax: TaxAmounts): TaxDraft {
  const { taxId, taxPId, name, category, exemptionCode, exemptionReason } = details;
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
