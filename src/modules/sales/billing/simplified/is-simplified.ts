import { addressTypes } from '../../../../core/person-codes';
import { sumAmounts } from '../../../../core/money';
import { type SalesDocument, toSellerAmount, toSellerCurrency } from '../../documents';
import { findMissingDetails } from './buyer-details';
import { findSimplifiedInvoiceLimit } from './simplified-invoice-limits';
import { BuyerUnknown } from './simplified-errors';

/**
 * Decides whether the invoice of an order is simplified: details of the buyer are missing, and the total is within the
 * limit. Above it, an invoice without the buyer's tax number is a full one. So are invoices of intra-Community supplies
 * and under reverse charge (Directive 2006/112/EC, article 220a (2)), and totals whose exchange rate is unknown.
 * @param setting see `SIMPLIFIED_INVOICE_LIMIT`
 * @throws BuyerUnknown if a full invoice is needed, without name or address
 */
export function isSimplified(order: SalesDocument, setting?: number): boolean {
  const limit = findSimplifiedInvoiceLimit(order.headquarter?.countryCode ?? '', setting);
  const missing = findMissingDetails(order);
  if (limit === undefined || missing.length === 0) return false;
  const { subtotal, totalTaxes, rounding } = order;
  const total = toSellerAmount(order, sumAmounts([subtotal, totalTaxes, rounding ?? 0]));
  const billing = order.addresses.find(({ type }) => type === addressTypes.billing);
  const isReversed = order.reverseChargeVat || billing?.reverseChargeVat === true;
  if (!isReversed && total !== undefined && total <= limit) return true;
  if (missing.every((detail) => detail === 'taxNumber')) return false;
  throw new BuyerUnknown({ missing, limit, currency: toSellerCurrency(order), total, isReversed });
}
