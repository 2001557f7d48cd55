import { defineRecord, moneyField, numberField, rateField, stringField } from '../../../api';
import type { TaxReportRow } from './tax-report-rows';

/** A row of the tax report. */
export const taxReportRowRecord = defineRecord<TaxReportRow>()(
  { name: 'taxReportRow' },
  {
    BASE: moneyField('base'),
    BASESELLER: moneyField('baseSeller'),
    CATEGORY: stringField('category'),
    CORRECTEDPERIOD: stringField('correctedPeriod'),
    COUNTRY: stringField('country'),
    CURRENCY: stringField('currency'),
    CURRENCYSELLER: stringField('currencySeller'),
    DOCUMENTS: numberField('documents'),
    KIND: stringField('kind'),
    RATE: rateField('rate'),
    SURCHARGE: moneyField('surcharge'),
    SURCHARGERATE: rateField('surchargeRate'),
    SURCHARGESELLER: moneyField('surchargeSeller'),
    TAX: moneyField('tax'),
    TAXSELLER: moneyField('taxSeller'),
  },
);
