import { documentTypes } from './document-kinds';
import type { SalesDocument } from './entities/document.entity';

/** Kinds of invoices in tax law (Directive 2006/112/EC, articles 219, 220a and 226). */
export const invoiceKinds = ['full', 'simplified', 'corrective'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Returns the kind of an invoice or credit note; undefined for other documents. */
export function toInvoiceKind({
  type,
  simplified,
}: Pick<SalesDocument, 'type' | 'simplified'>): InvoiceKind | undefined {
  if (type === documentTypes.creditNote) return 'corrective';
  if (type !== documentTypes.invoice) return undefined;
  return simplified ? 'simplified' : 'full';
}
