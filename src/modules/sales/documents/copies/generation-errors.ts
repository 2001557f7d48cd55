import { defineError, type DomainError } from '../../../../core/errors';
import { formatCode } from '../../../../core/code-list';
import { type DocumentKind, documentKindNames } from '../document-kinds';
import { closedOrderStates, ORDER_PERMANENTLY_DELETED, stateCodes } from '../document-states';
import type { SalesDocument } from '../entities/document.entity';

/**
 * 409: no documents are generated from an order in 6, -1 or -11, and no shipments added. RMAs of invoiced rows are
 * allowed in 6 and -1.
 */
export const OrderClosed = defineError<{
  status: number;
  kind: DocumentKind | 'shipment';
  pointer?: string;
}>({
  code: 'order.closed',
  status: 409,
  title: 'The order is deleted or denied',
  remedy: 'Restore the order with `changeStatus` first, or use another order.',
  detail: ({ status, kind }) => {
    const needsInvoice = kind === 'rma' && status !== ORDER_PERMANENTLY_DELETED;
    const missingInvoiceText = needsInvoice ? ' and has no invoice' : '';
    return `The order is in ${formatCode(stateCodes.order, status)}${missingInvoiceText}: no ${kind === 'shipment' ? kind : documentKindNames[kind]} can be created.`;
  },
});

/** 409: a source has at most one document of this kind. */
export const AlreadyGenerated = defineError<{ kind: DocumentKind; id: number; pointer?: string }>({
  code: 'document.exists',
  status: 409,
  title: 'The document already exists',
  remedy: 'Use the existing document (`existingId`).',
  detail: ({ kind, id }) => `The ${documentKindNames[kind]} already exists; its id is ${id}.`,
  extensionMembers: ({ id }) => ({ existingId: id }),
});

/** 409: nothing is left of an invoice, or of what is to be credited of it. */
export const NothingLeftToCredit = defineError<{ number: string; id: number }>({
  code: 'invoice.credited',
  status: 409,
  title: 'Nothing is left to credit',
  remedy: 'Create another invoice of the order, or leave it as it is.',
  detail: ({ number, id }) =>
    `Credit notes have credited everything that was invoiced (invoice ${number}, id ${id}).`,
});

/** 409: a simplified invoice that a full one replaces is closed. */
export const InvoiceExchanged = defineError<{ number: string }>({
  code: 'invoice.exchanged',
  status: 409,
  title: 'The invoice was exchanged for a full one',
  remedy: 'Use the full invoice: the last one of `GET /orders/{id}/invoices`.',
  detail: ({ number }) => `A full invoice replaces the simplified invoice ${number}.`,
});

/** @throws InvoiceExchanged */
export function requireNotExchanged({
  exchanged,
  documentNumber,
}: Pick<SalesDocument, 'exchanged' | 'documentNumber'>): void {
  if (exchanged) throw new InvoiceExchanged({ number: documentNumber ?? '' });
}

/** Kinds of records that only an open order gets. */
type OpenOrderRecordKind = 'invoice' | 'deliveryNote' | 'shipment';

/** @returns an error when the order's state allows no invoice, delivery note or shipment */
export function findOrderClosedError(
  { status }: Pick<SalesDocument, 'status'>,
  kind: OpenOrderRecordKind,
  pointer?: string,
): DomainError | undefined {
  return closedOrderStates.has(status) ? new OrderClosed({ status, kind, pointer }) : undefined;
}

/** @throws OrderClosed when the order's state allows none of the kind */
export function requireOpenOrder(
  order: Pick<SalesDocument, 'status'>,
  kind: OpenOrderRecordKind,
): void {
  const error = findOrderClosedError(order, kind);
  if (error) throw error;
}
