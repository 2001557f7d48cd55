import {
  codeField,
  constantField,
  computedField,
  moneyField,
  numberField,
  rateField,
  defineRecord,
  type RecordField,
  referenceField,
  stringField,
} from '../../../../api';
import { amountTypeCodes, applyToCodes } from '../document-kinds';
import type { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentTax } from '../entities/document-tax.entity';

export const documentTaxRecord = defineRecord<DocumentTax>()('documentTax', {
  BASE: moneyField('base'),
  BASEWITHOUTDISCOUNTS: moneyField('baseWithoutDiscounts'),
  DESCRIPTION: constantField(''),
  DISCOUNT: moneyField('discount'),
  DOCUMENTID: numberField('documentId'),
  ID: numberField('id'),
  MODALITY: constantField(0),
  NAME: stringField('name'),
  REPRICE: moneyField('rePrice'),
  RERATE: rateField('reRate'),
  TAX: referenceField('taxId', 'taxPId'),
  TAXID: numberField('taxId'),
  TAXPRICE: moneyField('taxPrice'),
  TAXRATE: rateField('taxRate'),
  TOTALPRICE: moneyField('totalPrice'),
});

/** Fields of price-rule discounts. Recorded discounts don't have them, so they are constant. */
const priceRuleFields = {
  ACCUMULATEPRODUCTS: constantField(false),
  BENEFITMODE: constantField(0),
  CALCULATIONMODE: constantField(0),
  DISCOUNTCONDITION: constantField(0),
  DISCOUNTID: constantField(0),
  DISCOUNTLEVEL: constantField(0),
  EXPIRYDATE: constantField(''),
  MAXCONDITION: constantField(0),
  MINCONDITION: constantField(0),
  MULTIPLIER: constantField(0),
  TRIGGEREDBY: constantField(''),
};

/** A discount of the whole order or of a shipment. */
export const documentDiscountRecord = defineRecord<DocumentDiscount>()('documentDiscount', {
  ACCUMULATEPRODUCTS: priceRuleFields.ACCUMULATEPRODUCTS,
  AMOUNT: moneyField('amount'),
  AMOUNTTYPE: codeField('amountType', amountTypeCodes),
  APPLYTO: codeField('applyTo', applyToCodes),
  BENEFITMODE: priceRuleFields.BENEFITMODE,
  CALCULATIONMODE: priceRuleFields.CALCULATIONMODE,
  DESCRIPTION: stringField('description'),
  DISCOUNTCONDITION: priceRuleFields.DISCOUNTCONDITION,
  DISCOUNTID: priceRuleFields.DISCOUNTID,
  DISCOUNTLEVEL: priceRuleFields.DISCOUNTLEVEL,
  DISCOUNTTYPEVALUE: codeField('amountType', amountTypeCodes),
  DISCOUNTVALUE: rateField('value'),
  DOCUMENTROWID: numberField('rowId'),
  EXPIRYDATE: priceRuleFields.EXPIRYDATE,
  ID: numberField('id'),
  MAXCONDITION: priceRuleFields.MAXCONDITION,
  MINCONDITION: priceRuleFields.MINCONDITION,
  MULTIPLIER: priceRuleFields.MULTIPLIER,
  NAME: stringField('name'),
  TICKETCODE: stringField('code'),
  TRIGGEREDBY: priceRuleFields.TRIGGEREDBY,
});

export const rowDiscountRecord = defineRecord<DocumentDiscount>()('rowDiscount', {
  ACCUMULATEPRODUCTS: priceRuleFields.ACCUMULATEPRODUCTS,
  AMOUNT: moneyField('amount'),
  BENEFITMODE: priceRuleFields.BENEFITMODE,
  CALCULATIONMODE: priceRuleFields.CALCULATIONMODE,
  CODE: stringField('code'),
  DESCRIPTION: stringField('description'),
  DISCOUNTCONDITION: priceRuleFields.DISCOUNTCONDITION,
  DISCOUNTGIFT: emptyGiftsField(),
  DISCOUNTID: priceRuleFields.DISCOUNTID,
  DISCOUNTLEVEL: priceRuleFields.DISCOUNTLEVEL,
  DISCOUNTTYPE: codeField('amountType', amountTypeCodes),
  DISCOUNTTYPEVALUE: codeField('amountType', amountTypeCodes),
  DISCOUNTVALUE: rateField('value'),
  EXPIRYDATE: priceRuleFields.EXPIRYDATE,
  ID: numberField('id'),
  MAXCONDITION: priceRuleFields.MAXCONDITION,
  MINCONDITION: priceRuleFields.MINCONDITION,
  MULTIPLIER: priceRuleFields.MULTIPLIER,
  NAME: stringField('name'),
  TRIGGEREDBY: priceRuleFields.TRIGGEREDBY,
});

function emptyGiftsField(): RecordField<DocumentDiscount, unknown[]> {
  return computedField({
    schema: () => ({ type: 'array', items: {} }),
    serialize: () => [],
    columns: [],
  });
}
