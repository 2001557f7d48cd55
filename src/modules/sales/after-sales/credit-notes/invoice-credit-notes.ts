import { Injectable } from '@nestjs/common';
import { DomainError, ReferenceNotFound } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { assertWholeMinorUnits } from '../../../../core/whole-minor-units';
import { sumAmounts, type TenThousandths, type Thousandths } from '../../../../core/money';
import { ReferenceLookup } from '../../../../database';
import { Documents, listLeafRows } from '../../documents';
import { requireNotAnnulled } from '../../documents/changes/annulments';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import { NothingLeftToCredit, requireNotReplaced } from '../../documents/copies/generation-errors';
import type { CopySource } from '../../documents/copies/copy-source';
import { SalesDocument } from '../../documents/entities/document.entity';
import { requireWithinRange } from '../amounts/amounts-too-large';
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
  ambiguousCreditError,
  ReasonCodeForeign,
  ReasonCodeOfSimplified,
  SeveralTaxes,
} from './credit-errors';
import type { CreditLineDto, CreditTaxDto, InvoiceCreditDto } from './invoice-credit.dto';

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId']);

/** Credit notes that correct an invoice without a return. */
@Injectable()
export class InvoiceCreditNotes {
  constructor(
    private readonly documents: Documents,
    private readonly copies: DocumentGenerator,
    private readonly corrections: CreditNoteWriter,
    private readonly returned: ReturnedQuantities,
  ) {}

  /**
   * Creates a credit note of an invoice, in a new unit of work or in a savepoint of the current one. The order is
   * locked, as for the credit notes of returns.
   * @returns the credit note's id
   * @throws InvalidRequest, NotFound, ReferenceNotFound, ReferenceMismatch, ReasonCodeForeign, SeveralTaxes, NothingLeftToCredit,
   *   DocumentAnnulled, InvoiceReplaced, ReasonCodeOfSimplified,
   *   CreditTooLarge, AmountsTooLarge
   */
  generate(invoiceId: number, body: InvoiceCreditDto): Promise<number> {
    requireUnambiguous(body);
    return this.copies.runInUnitOfWorkWithRetry(async () => {
      const { parentId } = await this.documents.get('invoice', invoiceId, parentPlan);
      const order = await this.copies.lockSource('order', parentId ?? 0);
      const source = await this.copies.lockSource('invoice', invoiceId);
      const { reason, reasonCode, comment } = body;
      if (reasonCode && !hasSpanishSeller(order)) {
        throw new ReasonCodeForeign({ country: order.headquarter?.countryCode ?? '' });
      }
      requireNotAnnulled(source);
      requireNotReplaced(source);
      if (reasonCode && source.simplified) throw new ReasonCodeOfSimplified();
      const correction = await this.corrections.load(order, invoiceId);
      const { credited, parts } = requireWithinRange('', () =>
        calculateInvoiceCredit(correction, source, body),
      );
      const hashes = listLeafRows(order.rows).map(({ hash }) => hash);
      const content = toRefundContent({
        order,
        source,
        credited,
        items: [],
        parts: new Map([...parts].map(([at, part]) => [hashes[at] ?? '', part])),
      });
      await this.returned.adjust(toNonReturnableQuantities(correction, body.lines ?? []));
      return this.corrections.store(correction, {
        source,
        content,
        isLast: true,
        columns: { comment, reason, ...(reasonCode && { reasonCode }) },
        getMaxVoucherRefund: (open) => open - calculateMaxMoneyRefund(correction),
      });
    });
  }
}

/** Requires exactly one member of the body, and of each line. @throws InvalidRequest */
function requireUnambiguous({ full, lines, taxes }: InvoiceCreditDto): void {
  if ([full || undefined, lines, taxes].filter((one) => one !== undefined).length !== 1) {
    throw ambiguousCreditError([''], ['full', 'lines', 'taxes']);
  }
  const unclear = (lines ?? []).flatMap(({ quantity, amount }, at) =>
    (quantity === undefined) === (amount === undefined) ? [`/lines/${at}`] : [],
  );
  if (unclear.length > 0) throw ambiguousCreditError(unclear, ['quantity', 'amount']);
}

function calculateInvoiceCredit(
  correction: CreditableInvoice,
  invoice: CopySource,
  { full, lines, taxes = [] }: InvoiceCreditDto,
): InvoiceCredit {
  const { order, left } = correction;
  const rows = listLeafRows(order.rows);
  if (full) {
    if (invoice.credited) {
      throw new NothingLeftToCredit({ number: invoice.documentNumber ?? '', id: invoice.id });
    }
    return creditRemainder(left, rows.length);
  }
  if (lines) {
    assertWholeMinorUnits(amountsOf(lines), order.currencyCode);
    const places = new Map(rows.map(({ hash }, place) => [hash, place]));
    const wanted = lines.map((line, at) => wantedLine(places, line, at));
    return requireNoExcess(creditLines(left, rows.length, wanted), '/lines');
  }
  const bases = taxes.map(({ base: amount }, at) => ({ pointer: `/taxes/${at}/base`, amount }));
  assertWholeMinorUnits(bases, order.currencyCode);
  const wanted = new Map<number, TenThousandths>();
  for (const [at, tax] of taxes.entries()) {
    const group = getTaxGroupIndex(order, tax, at);
    wanted.set(group, sumAmounts([wanted.get(group) ?? 0, tax.base]));
  }
  const credit = findSeparateGroups(
    left,
    [...wanted].map(([group, base]) => ({ group, base })),
  );
  if (!credit) throw new SeveralTaxes();
  return requireNoExcess(creditTaxGroups(left, rows.length, credit), '/taxes');
}

/** @throws CreditTooLarge */
function requireNoExcess(credit: InvoiceCredit | CreditExcess[], root: string): InvoiceCredit {
  if (!Array.isArray(credit)) return credit;
  throw new CreditTooLarge(
    credit.map((one) => ({ ...one, pointer: `${root}/${one.index}/${one.name}` })),
  );
}

function amountsOf(lines: readonly CreditLineDto[]) {
  return lines.flatMap(({ amount }, at) =>
    amount === undefined ? [] : [{ pointer: `/lines/${at}/amount`, amount }],
  );
}

/** @param places places of the lines, by their hashes */
function wantedLine(
  places: ReadonlyMap<string, number>,
  { hash, quantity, amount = 0 }: CreditLineDto,
  at: number,
): LineCreditInput {
  const line = places.get(hash);
  if (line === undefined) {
    const pointer = `/lines/${at}/hash`;
    throw new ReferenceNotFound({ resource: 'line of the invoice', pointer, reference: hash });
  }
  return quantity === undefined ? { line, amount } : { line, quantity };
}

/** Returns the index of a referenced tax group. */
function getTaxGroupIndex({ taxes }: CopySource, { tax }: CreditTaxDto, at: number): number {
  const known = taxes.map(({ taxId: id, taxPId: pId }, place) => ({ id, pId, place })).reverse();
  const found = new ReferenceLookup('tax of the invoice', known).resolve(tax, `/taxes/${at}/tax`);
  if (found instanceof DomainError) throw found;
  return found.place;
}

/** Quantities that are credited without a return can't come back, as far as no RMA holds them. */
function toNonReturnableQuantities(
  { order }: CreditableInvoice,
  lines: readonly CreditLineDto[],
): Map<number, Thousandths> {
  const rows = new Map(listLeafRows(order.rows).map((row) => [row.hash, row]));
  return new Map(
    lines.flatMap(({ hash, quantity = 0 }): [number, Thousandths][] => {
      const row = rows.get(hash);
      const gone = row ? Math.min(quantity, row.quantity - row.returned) : 0;
      return row && gone > 0 ? [[row.id, gone]] : [];
    }),
  );
}

/** Returns what can be refunded in money: the paid amount, less the refunds of the credit notes. */
function calculateMaxMoneyRefund({ order, notes }: CreditableInvoice): TenThousandths {
  const refunded = notes.map(({ total, totalVouchers }) => total - totalVouchers);
  return Math.max(0, order.total - sumAmounts(refunded));
}
