import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { DatabaseBusy } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { sumAmounts, type TenThousandths, type Thousandths } from '../../../../core/money';
import { is, increment, DataAccess } from '../../../../database';
import { documentTypes, listLeafRows } from '../../documents';
import { OrderCreditNotes, filterCreditNotes } from '../../documents/copies/order-credit-notes';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import type { DocumentCopy, RowCopy } from '../../documents/copies/document-copy';
import { RetainedCustomers } from '../../documents/copies/retained-customers';
import type { CopySource, CopySourceRow } from '../../documents/copies/copy-source';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { type CreditNoteAmounts, creditNoteAmountsPlan } from '../amounts/credit-note-amounts';
import type { RefundContent } from '../amounts/refund';
import { type InvoicedAmounts, toInvoicedAmounts } from '../amounts/invoiced-amounts';
import { toRemainingInvoice } from '../amounts/remaining-invoice';
import { InvoicedAgain } from './credit-errors';
import { OrderCredits } from './order-credits.entity';
import { VoucherRefunds } from './voucher-refunds';

const creditsPlan = createLoadPlan(OrderCredits, ['version', 'quantities']);

/** Default reasons of Spanish sellers: changes of the taxable amount, such as returns; changes of simplified invoices. */
const defaultReasonCodes = { full: 'R1', simplified: 'R5' } as const;

const simplifiedPlan = createLoadPlan(SalesDocument, ['simplified']);

const closedPlan = createLoadPlan(SalesDocument, ['credited', 'replacesId']);

/** An invoice before its next credit note. */
export interface CreditableInvoice {
  /** Read whole, and locked. */
  readonly order: CopySource;
  readonly invoiceId: number;
  readonly invoiced: InvoicedAmounts;
  /** The part that is not credited yet. */
  readonly left: InvoicedAmounts;
  /** Its credit notes, without annulled ones. */
  readonly notes: readonly CreditNoteAmounts[];
  /** Whether one of its credit notes was annulled. */
  readonly hasAnnulledNotes: boolean;
  /** The RMAs of the order's returns, by the ids of these. */
  readonly rmaIdByReturnId: ReadonlyMap<number, number>;
}

type CountedRow = Pick<DocumentRow, 'hash' | 'quantity' | 'byAmount'>;

/** Content of the credit note. */
interface CreditNoteContent {
  readonly source: CopySource;
  readonly content: RefundContent;
  readonly columns: DocumentCopy['columns'];
  /** Whether nothing is left of the invoice if the note gives back the rest of its amount. */
  readonly isLast: boolean;
  /** Returns the maximum refund to vouchers. @param open the note's total without refunds that vouchers got before */
  readonly getMaxVoucherRefund: (open: TenThousandths) => TenThousandths;
}

/** Stores credit notes of all sources, and counts what they leave of their invoices. */
@Injectable()
export class CreditNoteWriter {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly copies: DocumentGenerator,
    private readonly retainedCustomers: RetainedCustomers,
    private readonly credited: OrderCreditNotes,
    private readonly refunds: VoucherRefunds,
    private readonly clock: Clock,
  ) {}

  /** @param order read whole, and locked, as is the invoice: what a note gives back depends on those before it */
  async load(order: CopySource, invoiceId: number): Promise<CreditableInvoice> {
    const all = await this.credited.loadByOrder(order.id, creditNoteAmountsPlan);
    const notes = filterCreditNotes(all, invoiceId);
    const invoiced = toInvoicedAmounts(order);
    const left = toRemainingInvoice(order, invoiced, notes);
    const annulled = filterCreditNotes({ ...all, notes: all.annulledNotes }, invoiceId);
    const hasAnnulledNotes = annulled.length > 0;
    return {
      order,
      invoiceId,
      invoiced,
      left,
      notes,
      hasAnnulledNotes,
      rmaIdByReturnId: all.rmaIdByReturnId,
    };
  }

  /** Stores a credit note. @returns its id */
  async store(correction: CreditableInvoice, note: CreditNoteContent): Promise<number> {
    const { order, invoiceId, invoiced, notes } = correction;
    const { source, content, columns, isLast, getMaxVoucherRefund } = note;
    const { rows, amounts, charges } = content;
    await this.addCreditedQuantities(order, rows.flatMap(toCounted));
    const { total } = amounts.totals;
    const released = await this.refunds.attributeReleasedVouchers(order, total);
    const open = total - sumAmounts(released.map(({ amount }) => amount));
    const wanted = await this.refunds.refund(order, Math.min(open, getMaxVoucherRefund(open)));
    const vouchers = [...released, ...wanted];
    const totals = {
      ...amounts.totals,
      totalVouchers: sumAmounts(vouchers.map((one) => one.amount)),
    };
    const { shippings, payment } = charges;
    const customer = await this.retainedCustomers.getCustomer(invoiceId);
    const invoice = await this.dataAccess.loader.findById(SalesDocument, invoiceId, simplifiedPlan);
    const simplified = invoice?.simplified === true;
    const reasonCode = defaultReasonCodes[simplified ? 'simplified' : 'full'];
    const [id] = await this.copies.store([
      {
        source,
        kind: 'creditNote',
        rows,
        amounts: { ...amounts, totals, vouchers, shippings },
        // The customer of the invoice, whatever has become of the order since.
        addresses: customer.addresses,
        columns: {
          ...customer.columns,
          ...content.columns,
          payment,
          invoiceId,
          simplified,
          reasonCode: hasSpanishSeller(order) ? reasonCode : null,
          ...columns,
        },
      },
    ]);
    await this.retainedCustomers.copyToCreditNote(invoiceId, id as number);
    const credited = sumAmounts([total, ...notes.map((one) => one.total)]);
    const whole = invoiced.suppliedTotals?.total ?? invoiced.gross + invoiced.rounding;
    if (isLast && credited === whole) await this.close(invoiceId);
    return id as number;
  }

  /** An invoice that is fully credited makes room for another one of its order. */
  private async close(invoiceId: number): Promise<void> {
    const { writer, journal } = this.dataAccess;
    const updatedAt = this.clock.now();
    const patch = { credited: true, soleParentId: null, version: increment(1), updatedAt };
    await writer.update(SalesDocument, invoiceId, patch);
    // For the invoice, this action means that a document was generated from it.
    journal.recordAction(SalesDocument, [invoiceId], 'generated');
  }

  /**
   * Reopens the invoice of a credit note that is annulled, if it is fully credited.
   * @returns the invoice's id
   * @throws InvoicedAgain
   */
  async reopen(order: CopySource, note: CopySource): Promise<number> {
    const ofOrder = [is('type', documentTypes.invoice), is('parentId', order.id)];
    const invoices = await this.dataAccess.loader.listWhere(SalesDocument, ofOrder, closedPlan);
    const corrected = note.invoiceId ?? invoices[0]?.id;
    const invoice =
      invoices.find(({ replacesId }) => replacesId === corrected) ??
      invoices.find(({ id }) => id === corrected);
    if (!invoice?.credited) return invoice?.id ?? 0;
    const open = (await this.copies.findGenerated('invoice', [order.id])).get(order.id);
    if (open) throw new InvoicedAgain({ id: open.id, number: open.documentNumber ?? '' });
    await this.dataAccess.writer.update(SalesDocument, invoice.id, {
      credited: false,
      soleParentId: order.id,
      version: increment(1),
      updatedAt: this.clock.now(),
    });
    return invoice.id;
  }

  /** Undoes the count of a note that is annulled. @param rows of the note */
  async subtractCreditedQuantities(
    order: CopySource,
    rows: readonly CopySourceRow[],
  ): Promise<void> {
    const counted = listLeafRows(rows).map((row) => ({ ...row, quantity: -row.quantity }));
    await this.addCreditedQuantities(order, counted);
  }

  /** Counts the lines of a note of the locked order. */
  private async addCreditedQuantities(
    order: CopySource,
    rows: readonly CountedRow[],
  ): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const ofOrder = [is('documentId', order.id)];
    const [known] = await loader.listWhere(OrderCredits, ofOrder, creditsPlan);
    const quantities: Record<string, Thousandths> = { ...known?.quantities };
    const lineIds = new Map(listLeafRows(order.rows).map(({ hash, id }) => [hash, id]));
    for (const { byAmount, hash, quantity } of rows) {
      const id = lineIds.get(hash);
      if (byAmount || id === undefined) continue;
      quantities[id] = (quantities[id] ?? 0) + quantity;
    }
    if (!known) {
      await writer.insert(OrderCredits, [{ documentId: order.id, version: 1, quantities }]);
      return;
    }
    const { id, version } = known;
    const patch = { version: version + 1, quantities };
    // The version is checked once more, in case a lock was forgotten.
    if ((await writer.update(OrderCredits, { id, version }, patch)) !== 1) throw new DatabaseBusy();
  }
}

/** The lines of a copied row; of a bundle its items. */
function toCounted(copy: RowCopy): CountedRow[] {
  return (copy.items ?? [copy]).map(({ row, quantity = 0 }) => ({ ...row, quantity }));
}

/** Whether the seller of a document is in Spain. */
export function hasSpanishSeller({ headquarter }: CopySource): boolean {
  return headquarter?.countryCode === 'ES';
}
