import { isEuMemberState, findVatCurrency } from '../../../../core/european-union';
import type { TenThousandths } from '../../../../core/money';

/**
 * Highest totals of simplified invoices by the seller's country, with taxes, in the currency of its VAT
 * (Directive 2006/112/EC, articles 220a and 238). If a country has several limits, that of retail sales is used.
 */
const limitByCountryCode = new Map([
  ['AT', 400],
  ['CZ', 10_000],
  ['DE', 250],
  ['DK', 3000],
  ['ES', 3000],
  ['FI', 400],
  ['IT', 400],
  ['PL', 450],
  ['PT', 1000],
  ['SE', 4000],
]);

/** Every member state has to allow simplified invoices up to this total (article 220a (1) (a)). */
const MIN_LIMIT_EUR = 100;

/** Returns the limit of a country; undefined where all invoices are full. @param configuredLimit replaces the limits */
export function findSimplifiedInvoiceLimit(
  countryCode: string,
  configuredLimit?: number,
): TenThousandths | undefined {
  const min =
    isEuMemberState(countryCode) && findVatCurrency(countryCode) === 'EUR'
      ? MIN_LIMIT_EUR
      : undefined;
  const limit = configuredLimit ?? limitByCountryCode.get(countryCode) ?? min;
  return limit === undefined ? undefined : limit * 10_000;
}
