import { Injectable } from '@nestjs/common';
import { DomainError, ReferenceNotFound } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { assertWholeMinorUnits } from '../../../../core/whole-minor-units';
import { sumAmounts, type TenThousandths, type Thousandths } from '../../../../core/money';
import { ReferenceLookup } from '../../../../database';
import { Documents, listLeafRows } from '../../documents';
import { requireNotAnnulled } from '../../documents/changes/document-annulments';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import { NothingLeftToCredit, requireNotExchanged } from '../../documents/copies/generation-errors';
import type { CopySource } from '../../documents/copies/copy-source';
import { SalesDocument } from '../../documents/entities/document.entity';
import { mapAmountOutOfRange } from '../amounts/amounts-too-large';
import { toRefundContent } from '../amounts/refund';
import {
  type CreditExcess,
  creditRemainder,
  type InvoiceCredit,
  creditLines,
  findSeparateGroups,
  creditTaxGroups,
  type LineCreditInput,
} from '../amounts/invoice-credit';
import { ReturnedQuantities } from '../rmas/returned-quantities';
import { type CreditableInvoice, CreditNoteWriter, hasSpanishSeller } from './credit-note-writer';
import {
  CreditTooLarge,
  createAmbiguousCreditError,
  ReasonCodeRequiresSpanishSeller,
  ReasonCodeRequiresFullInvoice,
  TaxGroupsShareLines,
} from './credit-errors';
import type { CreditLineDto, CreditTaxDto, InvoiceCreditDto } from './invoice-credit.dto';

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId']);

/** Credit notes that correct an invoice without a return. */
@Injectable()
export class InvoiceCreditNotes {
  constructor(
    private readonly documents: Documents,
    private readonly documentGenerator: DocumentGenerator,
    private readonly creditNoteWriter: CreditNoteWriter,
    private readonly returnedQuantities: ReturnedQuantities,
  ) {}

  /**
   * Creates a credit note of an invoice, in a new unit of work or in a savepoint of the current one. The order is
   * locked, as for the credit notes of returns.
   * @returns the credit note's id
   * @throws InvalidRequest, NotFound, ReferenceNotFound, ReferenceMismatch, ReasonCodeRequiresSpanishSeller, TaxGroupsShareLines, NothingLeftToCredit,
   *   DocumentAnnulled, InvoiceExchanged, ReasonCodeRequiresFullInvoice,
   *   CreditTooLarge, AmountsTooLarge
   */
  generate(invoiceId: number, body: InvoiceCreditDto): Promise<number> {
    requireUnambiguous(body);
    return this.documentGenerator.runInUnitOfWorkWithRetry(async () => {
      const { parentId } = await this.documents.get('invoice', invoiceId, parentPlan);
      const order = await this.documentGenerator.lockAndLoadSource('order', parentId ?? 0);
      const source = await this.documentGenerator.lockAndLoadSource('invoice', invoiceId);
      const { reason, reasonCode, comment } = body;
      if (reasonCode && !hasSpanishSeller(order)) {
        throw new ReasonCodeRequiresSpanishSeller({
          country: order.headquarter?.countryCode ?? '',
        });
      }
      requireNotAnnulled(source);
      requireNotExchanged(source);
      if (reasonCode && source.simplified) throw new ReasonCodeRequiresFullInvoice();
      const creditableInvoice = await this.creditNoteWriter.loadCreditableInvoice(order, invoiceId);
      const { credited, lineCredits } = mapAmountOutOfRange('', () =>
        calculateInvoiceCredit(creditableInvoice, source, body),
      );
      const hashes = listLeafRows(order.rows).map(({ hash }) => hash);
      const refundContent = toRefundContent({
        order,
        source,
        credited,
        items: [],
        lineCredits: new Map([...lineCredits].map(([at, part]) => [hashes[at] ?? '', part])),
      });
      await this.returnedQuantities.adjust(
        toNonReturnableQuantities(creditableInvoice, body.lines ?? []),
      );
      return this.creditNoteWriter.store(creditableInvoice, {
        source,
        refundContent,
        mayCloseInvoice: true,
        columns: { comment, reason, ...(reasonCode && { reasonCode }) },
        getMaxVoucherRefund: (open) => open - calculateMaxMoneyRefund(creditableInvoice),
      });
    });
  }
}

/** Requires exactly one member of the body, and of each line. @throws InvalidRequest */
function requireUnambiguous({ full, lines, taxes }: InvoiceCreditDto): void {
  if ([full || undefined, lines, taxes].filter((one) => one !== undefined).length !== 1) {
    throw createAmbiguousCreditError([''], ['full', 'lines', 'taxes']);
  }
  const ambiguousPointers = (lines ?? []).flatMap(({ quantity, amount }, at) =>
    (quantity === undefined) === (amount === undefined) ? [`/lines/${at}`] : [],
  );
  if (ambiguousPointers.length > 0)
    throw createAmbiguousCreditError(ambiguousPointers, ['quantity', 'amount']);
}

function calculateInvoiceCredit(
  creditableInvoice: CreditableInvoice,
  invoice: CopySource,
  { full, lines, taxes = [] }: InvoiceCreditDto,
): InvoiceCredit {
  const { order, remaining } = creditableInvoice;
  const rows = listLeafRows(order.rows);
  if (full) {
    if (invoice.credited) {
      throw new NothingLeftToCredit({ number: invoice.documentNumber ?? '', id: invoice.id });
    }
    return creditRemainder(remaining, rows.length);
  }
  if (lines) {
    assertWholeMinorUnits(listAmountsWithPointers(lines), order.currencyCode);
    const lineIndexByHash = new Map(rows.map(({ hash }, place) => [hash, place]));
    const requestedCredits = lines.map((line, at) => toLineCreditInput(lineIndexByHash, line, at));
    return requireNoExcess(creditLines(remaining, rows.length, requestedCredits), '/lines');
  }
  const bases = taxes.map(({ base: amount }, at) => ({ pointer: `/taxes/${at}/base`, amount }));
  assertWholeMinorUnits(bases, order.currencyCode);
  const baseByGroupIndex = new Map<number, TenThousandths>();
  for (const [at, tax] of taxes.entries()) {
    const group = getTaxGroupIndex(order, tax, at);
    baseByGroupIndex.set(group, sumAmounts([baseByGroupIndex.get(group) ?? 0, tax.base]));
  }
  const separateGroups = findSeparateGroups(
    remaining,
    [...baseByGroupIndex].map(([groupIndex, base]) => ({ groupIndex, base })),
  );
  if (!separateGroups) throw new TaxGroupsShareLines();
  return requireNoExcess(creditTaxGroups(remaining, rows.length, separateGroups), '/taxes');
}

/** @throws CreditTooLarge */
function requireNoExcess(
  credit: InvoiceCredit | CreditExcess[],
  basePointer: string,
): InvoiceCredit {
  if (!Array.isArray(credit)) return credit;
  throw new CreditTooLarge(
    credit.map((one) => ({ ...one, pointer: `${basePointer}/${one.index}/${one.member}` })),
  );
}

function listAmountsWithPointers(lines: readonly CreditLineDto[]) {
  return lines.flatMap(({ amount }, at) =>
    amount === undefined ? [] : [{ pointer: `/lines/${at}/amount`, amount }],
  );
}

/** @param lineIndexByHash places of the lines, by their hashes */
function toLineCreditInput(
  lineIndexByHash: ReadonlyMap<string, number>,
  { hash, quantity, amount = 0 }: CreditLineDto,
  at: number,
): LineCreditInput {
  const lineIndex = lineIndexByHash.get(hash);
  if (lineIndex === undefined) {
    const pointer = `/lines/${at}/hash`;
    throw new ReferenceNotFound({ resource: 'line of the invoice', pointer, reference: hash });
  }
  return quantity === undefined ? { lineIndex, amount } : { lineIndex, quantity };
}

/** Returns the index of a referenced tax group. */
function getTaxGroupIndex({ taxes }: CopySource, { tax }: CreditTaxDto, at: number): number {
  const taxGroups = taxes
    .map(({ taxId: id, taxPId: pId }, place) => ({ id, pId, place }))
    .reverse();
  const found = new ReferenceLookup('tax of the invoice', taxGroups).resolve(
    tax,
    `/taxes/${at}/tax`,
  );
  if (found instanceof DomainError) throw found;
  return found.place;
}

/**
 * Returns the credited quantities that can't come back, by the ids of the order's lines. Quantities that RMAs hold are
 * left out, because they already count as returned.
 */
function toNonReturnableQuantities(
  { order }: CreditableInvoice,
  lines: readonly CreditLineDto[],
): Map<number, Thousandths> {
  const rows = new Map(listLeafRows(order.rows).map((row) => [row.hash, row]));
  return new Map(
    lines.flatMap(({ hash, quantity = 0 }): [number, Thousandths][] => {
      const row = rows.get(hash);
      const nonReturnable = row ? Math.min(quantity, row.quantity - row.returned) : 0;
      return row && nonReturnable > 0 ? [[row.id, nonReturnable]] : [];
    }),
  );
}

/** Returns what can be refunded in money: the paid amount, less the refunds of the credit notes. */
function calculateMaxMoneyRefund({ order, creditNotes }: CreditableInvoice): TenThousandths {
  const refunded = creditNotes.map(({ total, totalVouchers }) => total - totalVouchers);
  return Math.max(0, order.total - sumAmounts(refunded));
}
