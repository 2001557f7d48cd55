import { defineError } from '../../../../core/errors';

/** 409: a credit note of a return corrects an invoice, and the order has none that is open. */
export const InvoiceMissing = defineError<{ orderId: number; number: string }>({
  code: 'invoice.missing',
  status: 409,
  title: 'There is no invoice to correct',
  remedy: 'Create the invoice first: POST /orders/{id}/invoices.',
  detail: ({ orderId, number }) => `The order ${number} (id ${orderId}) has no open invoice.`,
});
