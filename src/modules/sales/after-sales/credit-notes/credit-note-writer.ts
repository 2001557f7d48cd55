import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { DatabaseBusy } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { sumAmounts, type TenThousandths, type Thousandths } from '../../../../core/money';
import { whereEquals, increment, DataAccess } from '../../../../database';
import { documentTypes, listLeafRows } from '../../documents';
import {
  OrderCreditNotes,
  filterCreditNotesOfInvoice,
} from '../../documents/copies/order-credit-notes';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import type { DocumentCopySpec, RowCopySpec } from '../../documents/copies/document-copy';
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

const creditStatePlan = createLoadPlan(SalesDocument, ['credited', 'replacesId']);

/** An invoice before its next credit note. */
export interface CreditableInvoice {
  /** Read whole, and locked. */
  readonly order: CopySource;
  readonly invoiceId: number;
  readonly invoiced: InvoicedAmounts;
  /** The part that is not credited yet. */
  readonly remaining: InvoicedAmounts;
  /** Its credit notes, without annulled ones. */
  readonly creditNotes: readonly CreditNoteAmounts[];
  /** Whether one of its credit notes was annulled. */
  readonly hasAnnulledCreditNotes: boolean;
  /** The RMAs of the order's returns, by the ids of these. */
  readonly rmaIdByReturnId: ReadonlyMap<number, number>;
}

type CountedRow = Pick<DocumentRow, 'hash' | 'quantity' | 'byAmount'>;

/** Content of the credit note. */
interface CreditNoteContent {
  readonly source: CopySource;
  readonly refundContent: RefundContent;
  readonly columns: DocumentCopySpec['columns'];
  /** Whether the note closes the invoice if all credit notes together total the invoiced amount. */
  readonly mayCloseInvoice: boolean;
  /** Returns the maximum refund to vouchers. @param open the note's total less the amounts of released vouchers */
  readonly getMaxVoucherRefund: (open: TenThousandths) => TenThousandths;
}

/** Stores credit notes of all sources, and counts what they leave of their invoices. */
@Injectable()
export class CreditNoteWriter {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documentGenerator: DocumentGenerator,
    private readonly retainedCustomers: RetainedCustomers,
    private readonly orderCreditNotes: OrderCreditNotes,
    private readonly voucherRefunds: VoucherRefunds,
    private readonly clock: Clock,
  ) {}

  /** @param order read whole; it and the invoice must be locked, because a note depends on the notes before it */
  async loadCreditableInvoice(order: CopySource, invoiceId: number): Promise<CreditableInvoice> {
    const all = await this.orderCreditNotes.loadByOrder(order.id, creditNoteAmountsPlan);
    const creditNotes = filterCreditNotesOfInvoice(all, invoiceId);
    const invoiced = toInvoicedAmounts(order);
    const remaining = toRemainingInvoice(order, invoiced, creditNotes);
    const annulled = filterCreditNotesOfInvoice(
      { ...all, creditNotes: all.annulledCreditNotes },
      invoiceId,
    );
    const hasAnnulledCreditNotes = annulled.length > 0;
    return {
      order,
      invoiceId,
      invoiced,
      remaining,
      creditNotes,
      hasAnnulledCreditNotes,
      rmaIdByReturnId: all.rmaIdByReturnId,
    };
  }

  /** Stores a credit note. @returns its id */
  async store(creditableInvoice: CreditableInvoice, note: CreditNoteContent): Promise<number> {
    const { order, invoiceId, invoiced, creditNotes } = creditableInvoice;
    const { source, refundContent, columns, mayCloseInvoice, getMaxVoucherRefund } = note;
    const { rows, amounts, charges } = refundContent;
    await this.addCreditedQuantities(order, rows.flatMap(toCountedRows));
    const { total } = amounts.totals;
    const releasedVouchers = await this.voucherRefunds.attributeReleasedVouchers(order, total);
    const openAmount = total - sumAmounts(releasedVouchers.map(({ amount }) => amount));
    const refundedVouchers = await this.voucherRefunds.refund(
      order,
      Math.min(openAmount, getMaxVoucherRefund(openAmount)),
    );
    const vouchers = [...releasedVouchers, ...refundedVouchers];
    const totals = {
      ...amounts.totals,
      totalVouchers: sumAmounts(vouchers.map((one) => one.amount)),
    };
    const { shippings, payment } = charges;
    const customer = await this.retainedCustomers.getCustomer(invoiceId);
    const invoice = await this.dataAccess.loader.findById(SalesDocument, invoiceId, simplifiedPlan);
    const simplified = invoice?.simplified === true;
    const reasonCode = defaultReasonCodes[simplified ? 'simplified' : 'full'];
    const [id] = await this.documentGenerator.store([
      {
        source,
        kind: 'creditNote',
        rows,
        amounts: { ...amounts, totals, vouchers, shippings },
        // The customer of the invoice, whatever has become of the order since.
        addresses: customer.addresses,
        columns: {
          ...customer.columns,
          ...refundContent.columns,
          payment,
          invoiceId,
          simplified,
          reasonCode: hasSpanishSeller(order) ? reasonCode : null,
          ...columns,
        },
      },
    ]);
    await this.retainedCustomers.copyToCreditNote(invoiceId, id as number);
    const creditedTotal = sumAmounts([total, ...creditNotes.map((one) => one.total)]);
    const invoicedTotal = invoiced.suppliedTotals?.total ?? invoiced.gross + invoiced.rounding;
    if (mayCloseInvoice && creditedTotal === invoicedTotal) await this.close(invoiceId);
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
  async reopenInvoice(order: CopySource, note: CopySource): Promise<number> {
    const conditions = [
      whereEquals('type', documentTypes.invoice),
      whereEquals('parentId', order.id),
    ];
    const invoices = await this.dataAccess.loader.listWhere(
      SalesDocument,
      conditions,
      creditStatePlan,
    );
    const correctedInvoiceId = note.invoiceId ?? invoices[0]?.id;
    const invoice =
      invoices.find(({ replacesId }) => replacesId === correctedInvoiceId) ??
      invoices.find(({ id }) => id === correctedInvoiceId);
    if (!invoice?.credited) return invoice?.id ?? 0;
    const openInvoice = (await this.documentGenerator.findGenerated('invoice', [order.id])).get(
      order.id,
    );
    if (openInvoice)
      throw new InvoicedAgain({ id: openInvoice.id, number: openInvoice.documentNumber ?? '' });
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
    const conditions = [whereEquals('documentId', order.id)];
    const [existing] = await loader.listWhere(OrderCredits, conditions, creditsPlan);
    const quantities: Record<string, Thousandths> = { ...existing?.quantities };
    const lineIds = new Map(listLeafRows(order.rows).map(({ hash, id }) => [hash, id]));
    for (const { byAmount, hash, quantity } of rows) {
      const id = lineIds.get(hash);
      if (byAmount || id === undefined) continue;
      quantities[id] = (quantities[id] ?? 0) + quantity;
    }
    if (!existing) {
      await writer.insert(OrderCredits, [{ documentId: order.id, version: 1, quantities }]);
      return;
    }
    const { id, version } = existing;
    const patch = { version: version + 1, quantities };
    // The version is checked once more, in case a lock was forgotten.
    if ((await writer.update(OrderCredits, { id, version }, patch)) !== 1) throw new DatabaseBusy();
  }
}

/** Returns the credited lines of a copied row: the row itself, or the items of a bundle. */
function toCountedRows(copy: RowCopySpec): CountedRow[] {
  return (copy.items ?? [copy]).map(({ row, quantity = 0 }) => ({ ...row, quantity }));
}

/** Whether the seller of a document is in Spain. */
export function hasSpanishSeller({ headquarter }: CopySource): boolean {
  return headquarter?.countryCode === 'ES';
}
