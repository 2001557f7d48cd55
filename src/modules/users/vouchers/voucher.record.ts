import { moneyField, numberField, defineRecord, stringField } from '../../../api';
import { toCurrencyCode } from '../../../core/currencies';
import type { Voucher } from './voucher.entity';

export const voucherRecord = defineRecord<Voucher>()('voucher', {
  AVAILABLEBALANCE: moneyField('availableBalance'),
  CODE: stringField('code'),
  CURRENCY: stringField<Voucher>({
    compute: ({ currencyId }) => toCurrencyCode(currencyId),
    columns: ['currencyId'],
  }),
  EXPIRATIONDATE: stringField('expirationDate'),
  ID: numberField('id'),
});
