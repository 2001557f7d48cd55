import { defineError, type DomainError } from '../../../../core/errors';
import { formatCode } from '../../../../core/codes';
import { type DocumentKind, documentNames } from '../document-kinds';
import { closedOrderStates, ORDER_DELETED, stateCodes } from '../document-states';
import type { SalesDocument } from '../entities/document.entity';

/** 409: an order in 6, -1 or -11 gets no document; RMAs are made in 6 and -1, too, of what was invoiced. */
export const OrderClosed = defineError<{ status: number; kind: DocumentKind; pointer?: string }>({
  code: 'order.closed',
  status: 409,
  title: 'The order is deleted or denied',
  remedy: 'Bring the order back by `changeStatus` first, or take another one.',
  detail: ({ status, kind }) => {
    const ofInvoiced = kind === 'rma' && status !== ORDER_DELETED;
    const without = ofInvoiced ? ' without an invoice' : '';
    return `The order is in ${formatCode(stateCodes.order, status)}${without}: no ${documentNames[kind]} can be made of it.`;
  },
  pointer: ({ pointer }) => pointer,
});

/** 409: there is one document of its kind for each source. */
export const AlreadyGenerated = defineError<{ kind: DocumentKind; id: number; pointer?: string }>({
  code: 'document.exists',
  status: 409,
  title: 'There is such a document already',
  remedy: 'Use the document that is there (`existingId`).',
  detail: ({ kind, id }) => `The ${documentNames[kind]} was made already; its id is ${id}.`,
  pointer: ({ pointer }) => pointer,
  extension: ({ id }) => ({ existingId: id }),
});

/** Why no invoice or delivery note can be made of an order, when that is so. */
export function findOrderClosedError(
  { status }: Pick<SalesDocument, 'status'>,
  kind: 'invoice' | 'deliveryNote',
  pointer?: string,
): DomainError | undefined {
  return closedOrderStates.has(status) ? new OrderClosed({ status, kind, pointer }) : undefined;
}

/** @throws OrderClosed for an order that no such document can be made of */
export function requireOpenOrder(
  order: Pick<SalesDocument, 'status'>,
  kind: 'invoice' | 'deliveryNote',
): void {
  const error = findOrderClosedError(order, kind);
  if (error) throw error;
}
