import { defineError, type DomainError } from '../../../../core/errors';
import type { DocumentKind } from '../document-kinds';
import type { SalesDocument } from '../entities/document.entity';

/** States of an order that nothing more is made of: deleted, denied, deleted for good. */
export const closedStates: ReadonlySet<number> = new Set([6, -1, -11]);

/** What the documents are called in sentences. */
const names: Readonly<Record<DocumentKind, string>> = {
  order: 'order',
  invoice: 'invoice',
  creditNote: 'credit note',
  return: 'return',
  rma: 'RMA',
  deliveryNote: 'delivery note',
};

/** 409: no document is made of an order in 6, -1 or -11. */
export const OrderClosed = defineError<{ status: number; pointer?: string }>({
  code: 'order.closed',
  status: 409,
  title: 'The order is deleted or denied',
  remedy: 'Take another order.',
  detail: ({ status }) => `The order is in ${status}: no document can be made of it.`,
  pointer: ({ pointer }) => pointer,
});

/** 409: there is one document of its kind for each source. */
export const AlreadyGenerated = defineError<{ kind: DocumentKind; id: number; pointer?: string }>({
  code: 'document.exists',
  status: 409,
  title: 'There is such a document already',
  remedy: 'Use the document that is there (`existingId`).',
  detail: ({ kind, id }) => `The ${names[kind]} was made already; its id is ${id}.`,
  pointer: ({ pointer }) => pointer,
  extension: ({ id }) => ({ existingId: id }),
});

/** Why nothing can be made of an order, when that is so. */
export function closedError(
  { status }: Pick<SalesDocument, 'status'>,
  pointer?: string,
): DomainError | undefined {
  return closedStates.has(status) ? new OrderClosed({ status, pointer }) : undefined;
}

/** @throws OrderClosed for an order that no document can be made of */
export function refuseClosed(order: Pick<SalesDocument, 'status'>): void {
  const error = closedError(order);
  if (error) throw error;
}
