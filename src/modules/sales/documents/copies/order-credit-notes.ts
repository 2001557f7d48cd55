import { Injectable } from '@nestjs/common';
import { idOnlyPlan, type Loaded, type LoadPlan, createLoadPlan } from '../../../../core/load-plan';
import { sumAmounts, type TenThousandths } from '../../../../core/money';
import { is, isOneOf } from '../../../../database';
import type { AssembledDocument, NestableDocument } from '../document-tree';
import { Documents } from '../documents';
import { SalesDocument } from '../entities/document.entity';

const childPlan = createLoadPlan(SalesDocument, ['parentId', 'replacesId', 'annulled']);
const totalPlan = createLoadPlan(SalesDocument, ['total', 'invoiceId', 'annulled']);

/** Columns that assign a credit note to its invoice. */
type CreditNoteKey = Pick<SalesDocument, 'id' | 'invoiceId' | 'annulled'>;

/** An order's invoices and the credit notes of all of them, by ascending id. */
export interface InvoicesWithCreditNotes<N> {
  readonly invoices: readonly Loaded<typeof childPlan>[];
  /** Without annulled ones. */
  readonly notes: readonly N[];
  readonly annulledNotes: readonly N[];
  /** The RMAs of returns, by the ids of these. */
  readonly rmaIdByReturnId: ReadonlyMap<number, number>;
}

/** The credit notes of orders. */
@Injectable()
export class OrderCreditNotes {
  constructor(private readonly documents: Documents) {}

  /** @returns what the credit notes of the order's last invoice gave back, with tax, in money and in vouchers */
  async sumByOrder(orderId: number): Promise<TenThousandths> {
    const all = await this.loadByOrder(orderId, totalPlan);
    const last = all.invoices.findLast(({ annulled }) => !annulled);
    return last ? sumAmounts(filterCreditNotes(all, last.id).map(({ total }) => total)) : 0;
  }

  /** @param plan of the notes; must load `invoiceId` and `annulled` */
  async loadByOrder<R extends CreditNoteKey & NestableDocument>(
    orderId: number,
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<InvoicesWithCreditNotes<AssembledDocument<R>>> {
    const ofOrder = [is('parentId', orderId)];
    const invoices = await this.documents.list('invoice', ofOrder, childPlan);
    const rmas = await this.documents.list('rma', ofOrder, idOnlyPlan);
    const returns = await this.listGenerated('return', rmas, childPlan);
    const notes = await this.listGenerated('creditNote', [...returns, ...invoices], plan);
    return {
      invoices,
      notes: notes.filter(({ annulled }) => !annulled),
      annulledNotes: notes.filter(({ annulled }) => annulled),
      rmaIdByReturnId: new Map(returns.map((one) => [one.id, one.parentId ?? 0])),
    };
  }

  private async listGenerated<R extends NestableDocument>(
    kind: 'return' | 'creditNote',
    sources: readonly { readonly id: number }[],
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<AssembledDocument<R>[]> {
    const ids = sources.map(({ id }) => id);
    return this.documents.list(kind, [isOneOf('parentId', ids)], plan);
  }
}

/**
 * The credit notes of one of an order's invoices, and of the simplified one that it replaces. Older ones do not name
 * their invoice: it was the first.
 */
export function filterCreditNotes<N extends CreditNoteKey>(
  { invoices, notes }: Pick<InvoicesWithCreditNotes<N>, 'invoices' | 'notes'>,
  invoiceId: number,
): N[] {
  const first = invoices[0]?.id;
  const replaced = invoices.find(({ id }) => id === invoiceId)?.replacesId;
  const own = [invoiceId, replaced];
  return notes.filter((note) => own.includes(note.invoiceId ?? first));
}
