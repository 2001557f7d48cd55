import { money, num, record, str } from '../../../api';
import { toCurrencyCode } from '../../../core/currencies';
import type { Voucher } from './voucher.entity';

export const voucherRecord = record<Voucher>()('voucher', {
  AVAILABLEBALANCE: money('availableBalance'),
  CODE: str('code'),
  CURRENCY: str<Voucher>({
    from: ({ currencyId }) => toCurrencyCode(currencyId),
    needs: ['currencyId'],
  }),
  EXPIRATIONDATE: str('expirationDate'),
  ID: num('id'),
});
