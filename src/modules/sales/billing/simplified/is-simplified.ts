import { sumAmounts } from '../../../../core/money';
import { type SalesDocument, toSellerAmount, toSellerCurrency } from '../../documents';
import { findMissingDetails } from './buyer-details';
import { findSimplifiedInvoiceLimit } from './simplified-invoice-limits';
import { BuyerUnknown } from './simplified-errors';

/**
 * Decides whether the invoice of an order is simplified: details of the buyer are missing, and the total is within the
 * limit. Above it, an invoice without the buyer's tax number is a full one.
 * @param setting see `SIMPLIFIED_INVOICE_LIMIT`
 * @throws BuyerUnknown above the limit, without name or address
 */
export function isSimplified(order: SalesDocument, setting?: number): boolean {
  const limit = findSimplifiedInvoiceLimit(order.headquarter?.countryCode ?? '', setting);
  const missing = findMissingDetails(order);
  if (limit === undefined || missing.length === 0) return false;
  const { subtotal, totalTaxes, rounding } = order;
  const total = toSellerAmount(order, sumAmounts([subtotal, totalTaxes, rounding ?? 0]));
  if (total !== undefined && total <= limit) return true;
  if (missing.every((detail) => detail === 'taxNumber')) return false;
  throw new BuyerUnknown({ missing, limit, currency: toSellerCurrency(order), total });
}
