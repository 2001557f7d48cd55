import { defineError } from '../../../../core/errors';
import { moneyToNumber, type TenThousandths } from '../../../../core/money';
import type { BuyerDetail } from './buyer-details';

const detailNames: Readonly<Record<BuyerDetail, string>> = {
  name: 'name',
  address: 'street and city',
  taxNumber: 'tax number',
};

const formatDetails = (missing: readonly BuyerDetail[]): string =>
  missing.map((detail) => detailNames[detail]).join(', ');

const fullInvoiceReasons = {
  reverseCharge: 'Under reverse charge, every invoice must be a full one.',
  otherMemberState:
    'For deliveries to another member state of the EU, every invoice must be a full one.',
} as const;

/** Why an invoice is a full one, whatever its total. */
export type FullInvoiceReason = keyof typeof fullInvoiceReasons;

/** 422: a full invoice is needed, for which the buyer's name or address is missing. */
export const BuyerDetailsRequired = defineError<{
  missing: readonly BuyerDetail[];
  limit: TenThousandths;
  currency: string;
  /** Undefined without an exchange rate. */
  total: TenThousandths | undefined;
  fullInvoiceReason: FullInvoiceReason | undefined;
}>({
  code: 'invoice.buyerUnknown',
  status: 422,
  title: 'The invoice needs the name and address of the buyer',
  remedy: 'Send the order with a full billing address.',
  detail: ({ missing, limit, currency, total, fullInvoiceReason }) => {
    const missingText = `The billing address lacks: ${formatDetails(missing)}.`;
    if (fullInvoiceReason) return `${missingText} ${fullInvoiceReasons[fullInvoiceReason]}`;
    const limitText = `Simplified invoices are allowed up to ${moneyToNumber(limit)} ${currency}.`;
    const orderTotalText =
      total === undefined
        ? `The order has no exchange rate to ${currency}.`
        : `The order totals ${moneyToNumber(total)} ${currency}.`;
    return `${missingText} ${limitText} ${orderTotalText}`;
  },
});

const detailPointers: Readonly<Record<BuyerDetail, string>> = {
  name: '/billingAddress/lastName',
  address: '/billingAddress/address',
  taxNumber: '/billingAddress/nif',
};

/** 422: a full invoice needs all details of the buyer. */
export const BuyerIncomplete = defineError<readonly BuyerDetail[]>({
  code: 'invoice.buyerIncomplete',
  status: 422,
  title: 'The billing address is not sufficient for a full invoice',
  remedy: 'Add the missing details.',
  detail: (missing) => `The billing address lacks: ${formatDetails(missing)}.`,
  fieldErrors: (missing) =>
    missing.map((detail) => ({
      pointer: detailPointers[detail],
      code: 'invoice.buyerIncomplete',
      detail: `The ${detailNames[detail]} is missing.`,
    })),
});

/** 409: only simplified invoices are exchanged. */
export const InvoiceNotSimplified = defineError<{ number: string }>({
  code: 'invoice.notSimplified',
  status: 409,
  title: 'The invoice is not simplified',
  remedy: 'To correct a full invoice, credit it in full and create another one.',
  detail: ({ number }) => `The invoice ${number} is already a full one.`,
});
