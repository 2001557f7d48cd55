import {
  code,
  constant,
  computed,
  money,
  num,
  rate,
  record,
  type RecordField,
  ref,
  str,
} from '../../../../api';
import { amountTypeCodes, applyToCodes } from '../document-kinds';
import type { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentTax } from '../entities/document-tax.entity';

export const documentTaxRecord = record<DocumentTax>()('documentTax', {
  BASE: money('base'),
  BASEWITHOUTDISCOUNTS: money('baseWithoutDiscounts'),
  DESCRIPTION: constant(''),
  DISCOUNT: money('discount'),
  DOCUMENTID: num('documentId'),
  ID: num('id'),
  MODALITY: constant(0),
  NAME: str('name'),
  REPRICE: money('rePrice'),
  RERATE: rate('reRate'),
  TAX: ref('taxId', 'taxPId'),
  TAXID: num('taxId'),
  TAXPRICE: money('taxPrice'),
  TAXRATE: rate('taxRate'),
  TOTALPRICE: money('totalPrice'),
});

/** What the discounts of a store's price rules have, and recorded ones don't. */
const ruleFields = {
  ACCUMULATEPRODUCTS: constant(false),
  BENEFITMODE: constant(0),
  CALCULATIONMODE: constant(0),
  DISCOUNTCONDITION: constant(0),
  DISCOUNTID: constant(0),
  DISCOUNTLEVEL: constant(0),
  EXPIRYDATE: constant(''),
  MAXCONDITION: constant(0),
  MINCONDITION: constant(0),
  MULTIPLIER: constant(0),
  TRIGGEREDBY: constant(''),
};

/** A discount of the whole order or of a shipment. */
export const documentDiscountRecord = record<DocumentDiscount>()('documentDiscount', {
  ACCUMULATEPRODUCTS: ruleFields.ACCUMULATEPRODUCTS,
  AMOUNT: money('amount'),
  AMOUNTTYPE: code('amountType', amountTypeCodes),
  APPLYTO: code('applyTo', applyToCodes),
  BENEFITMODE: ruleFields.BENEFITMODE,
  CALCULATIONMODE: ruleFields.CALCULATIONMODE,
  DESCRIPTION: str('description'),
  DISCOUNTCONDITION: ruleFields.DISCOUNTCONDITION,
  DISCOUNTID: ruleFields.DISCOUNTID,
  DISCOUNTLEVEL: ruleFields.DISCOUNTLEVEL,
  DISCOUNTTYPEVALUE: code('amountType', amountTypeCodes),
  DISCOUNTVALUE: rate('value'),
  DOCUMENTROWID: num('rowId'),
  EXPIRYDATE: ruleFields.EXPIRYDATE,
  ID: num('id'),
  MAXCONDITION: ruleFields.MAXCONDITION,
  MINCONDITION: ruleFields.MINCONDITION,
  MULTIPLIER: ruleFields.MULTIPLIER,
  NAME: str('name'),
  TICKETCODE: str('code'),
  TRIGGEREDBY: ruleFields.TRIGGEREDBY,
});

export const rowDiscountRecord = record<DocumentDiscount>()('rowDiscount', {
  ACCUMULATEPRODUCTS: ruleFields.ACCUMULATEPRODUCTS,
  AMOUNT: money('amount'),
  BENEFITMODE: ruleFields.BENEFITMODE,
  CALCULATIONMODE: ruleFields.CALCULATIONMODE,
  CODE: str('code'),
  DESCRIPTION: str('description'),
  DISCOUNTCONDITION: ruleFields.DISCOUNTCONDITION,
  DISCOUNTGIFT: noGifts(),
  DISCOUNTID: ruleFields.DISCOUNTID,
  DISCOUNTLEVEL: ruleFields.DISCOUNTLEVEL,
  DISCOUNTTYPE: code('amountType', amountTypeCodes),
  DISCOUNTTYPEVALUE: code('amountType', amountTypeCodes),
  DISCOUNTVALUE: rate('value'),
  EXPIRYDATE: ruleFields.EXPIRYDATE,
  ID: num('id'),
  MAXCONDITION: ruleFields.MAXCONDITION,
  MINCONDITION: ruleFields.MINCONDITION,
  MULTIPLIER: ruleFields.MULTIPLIER,
  NAME: str('name'),
  TRIGGEREDBY: ruleFields.TRIGGEREDBY,
});

function noGifts(): RecordField<DocumentDiscount, unknown[]> {
  return computed({ schema: () => ({ type: 'array', items: {} }), write: () => [], needs: [] });
}
