import { getCurrency } from '../../../core/currencies';
import { findVatCurrency } from '../../../core/european-union';
import { roundToMinorUnit, type TenThousandths } from '../../../core/money';
import type { SalesDocument } from './entities/document.entity';

type CurrencyColumns = Pick<
  SalesDocument,
  'currencyCode' | 'sourceCurrencyCode' | 'exchangeRate' | 'headquarter'
>;

/** Returns the currency in which the seller's country requires VAT amounts, or else the store's own one. */
export function toAccountingCurrency({
  headquarter,
  sourceCurrencyCode,
}: Pick<CurrencyColumns, 'headquarter' | 'sourceCurrencyCode'>): string {
  return findVatCurrency(headquarter?.countryCode ?? '') ?? sourceCurrencyCode;
}

/** Converts an amount of a document to the accounting currency. @returns undefined without an exchange rate */
export function toAmountInAccountingCurrency(
  document: CurrencyColumns,
  amount: TenThousandths,
): TenThousandths | undefined {
  const { currencyCode, sourceCurrencyCode, exchangeRate } = document;
  const currency = toAccountingCurrency(document);
  if (currency === currencyCode) return amount;
  if (sourceCurrencyCode !== currency || !(exchangeRate > 0)) return undefined;
  const digits = Math.min(2, getCurrency(currency).digits);
  return roundToMinorUnit(Math.round(amount / exchangeRate), digits);
}
