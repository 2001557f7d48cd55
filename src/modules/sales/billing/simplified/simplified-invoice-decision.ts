import { isEuMemberState } from '../../../../core/european-union';
import { addressTypes } from '../../../../core/user-codes';
import { sumAmounts } from '../../../../core/money';
import {
  toDeliveryCountry,
  toAmountInAccountingCurrency,
  toAccountingCurrency,
} from '../../documents';
import { findMissingDetails } from './buyer-details';
import { findSimplifiedInvoiceLimit } from './simplified-invoice-limits';
import { BuyerDetailsRequired, type FullInvoiceReason } from './simplified-errors';
import type { CopySource } from '../../documents/copies/copy-source';

/**
 * Decides whether the invoice of an order is simplified: details of the buyer are missing, and the total is within the
 * limit. Above it, an invoice without the buyer's tax number is a full one. So are invoices of deliveries to another
 * member state and under reverse charge (Directive 2006/112/EC, article 220a (2)), and totals whose exchange rate is
 * unknown.
 * @param configuredLimit see `SIMPLIFIED_INVOICE_LIMIT`
 * @throws BuyerDetailsRequired if a full invoice is needed, without name or address
 */
export function shouldBeSimplified(order: CopySource, configuredLimit?: number): boolean {
  const limit = findSimplifiedInvoiceLimit(order.headquarter?.countryCode ?? '', configuredLimit);
  const missing = findMissingDetails(order);
  if (limit === undefined || missing.length === 0) return false;
  const { subtotal, totalTaxes, rounding } = order;
  const total = toAmountInAccountingCurrency(
    order,
    sumAmounts([subtotal, totalTaxes, rounding ?? 0]),
  );
  const fullInvoiceReason = findFullInvoiceReason(order);
  if (!fullInvoiceReason && total !== undefined && total <= limit) return true;
  if (missing.every((detail) => detail === 'taxNumber')) return false;
  throw new BuyerDetailsRequired({
    missing,
    limit,
    currency: toAccountingCurrency(order),
    total,
    fullInvoiceReason,
  });
}

/** Returns why an invoice is a full one, whatever its total. */
function findFullInvoiceReason(order: CopySource): FullInvoiceReason | undefined {
  const billing = order.addresses.find(({ type }) => type === addressTypes.billing);
  if (order.reverseChargeVat || billing?.reverseChargeVat === true) return 'reverseCharge';
  const [seller, destination] = [order.headquarter?.countryCode ?? '', toDeliveryCountry(order)];
  const isIntraCommunitySupply =
    seller !== destination && [seller, destination].every(isEuMemberState);
  return isIntraCommunitySupply ? 'otherMemberState' : undefined;
}
