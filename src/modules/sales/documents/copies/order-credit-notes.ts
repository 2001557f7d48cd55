import { Injectable } from '@nestjs/common';
import { idOnlyPlan, type Loaded, type LoadPlan, createLoadPlan } from '../../../../core/load-plan';
import { sumAmounts, type TenThousandths } from '../../../../core/money';
import { whereEquals, whereIn } from '../../../../database';
import type { AssembledDocument, NestableDocument } from '../document-assembly';
import { Documents } from '../documents';
import { SalesDocument } from '../entities/document.entity';

const childPlan = createLoadPlan(SalesDocument, ['parentId', 'replacesId', 'annulled']);
const totalPlan = createLoadPlan(SalesDocument, ['total', 'invoiceId', 'annulled']);

/** Columns that assign a credit note to its invoice. */
type CreditNoteInvoiceColumns = Pick<SalesDocument, 'id' | 'invoiceId' | 'annulled'>;

/** An order's invoices and the credit notes of all of them, by ascending id. */
export interface InvoicesWithCreditNotes<N> {
  readonly invoices: readonly Loaded<typeof childPlan>[];
  /** Without annulled ones. */
  readonly creditNotes: readonly N[];
  readonly annulledCreditNotes: readonly N[];
  /** The RMAs of returns, by the ids of these. */
  readonly rmaIdByReturnId: ReadonlyMap<number, number>;
}

/** The credit notes of orders. */
@Injectable()
export class OrderCreditNotes {
  constructor(private readonly documents: Documents) {}

  /** @returns what the credit notes of the order's last invoice gave back, with tax, in money and in vouchers */
  async sumLastInvoiceCredits(orderId: number): Promise<TenThousandths> {
    const all = await this.loadByOrder(orderId, totalPlan);
    const lastInvoice = all.invoices.findLast(({ annulled }) => !annulled);
    return lastInvoice
      ? sumAmounts(filterCreditNotesOfInvoice(all, lastInvoice.id).map(({ total }) => total))
      : 0;
  }

  /** @param plan of the notes; must load `invoiceId` and `annulled` */
  async loadByOrder<R extends CreditNoteInvoiceColumns & NestableDocument>(
    orderId: number,
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<InvoicesWithCreditNotes<AssembledDocument<R>>> {
    const conditions = [whereEquals('parentId', orderId)];
    const invoices = await this.documents.list('invoice', conditions, childPlan);
    const rmas = await this.documents.list('rma', conditions, idOnlyPlan);
    const returns = await this.listGenerated('return', rmas, childPlan);
    const notes = await this.listGenerated('creditNote', [...returns, ...invoices], plan);
    return {
      invoices,
      creditNotes: notes.filter(({ annulled }) => !annulled),
      annulledCreditNotes: notes.filter(({ annulled }) => annulled),
      rmaIdByReturnId: new Map(returns.map((one) => [one.id, one.parentId ?? 0])),
    };
  }

  private async listGenerated<R extends NestableDocument>(
    kind: 'return' | 'creditNote',
    sources: readonly { readonly id: number }[],
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<AssembledDocument<R>[]> {
    const ids = sources.map(({ id }) => id);
    return this.documents.list(kind, [whereIn('parentId', ids)], plan);
  }
}

/**
 * The credit notes of one of an order's invoices, and of the simplified one that it replaces. Older ones do not name
 * their invoice: it was the first.
 */
export function filterCreditNotesOfInvoice<N extends CreditNoteInvoiceColumns>(
  { invoices, creditNotes }: Pick<InvoicesWithCreditNotes<N>, 'invoices' | 'creditNotes'>,
  invoiceId: number,
): N[] {
  const firstInvoiceId = invoices[0]?.id;
  const replacedInvoiceId = invoices.find(({ id }) => id === invoiceId)?.replacesId;
  const invoiceIds = [invoiceId, replacedInvoiceId];
  return creditNotes.filter((note) => invoiceIds.includes(note.invoiceId ?? firstInvoiceId));
}
