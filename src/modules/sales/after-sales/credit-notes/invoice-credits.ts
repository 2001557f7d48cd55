import { Injectable } from '@nestjs/common';
import { DomainError, ReferenceNotFound } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { assertWholeMinorUnits } from '../../../../core/whole-minor-units';
import { sumAmounts, type TenThousandths, type Thousandths } from '../../../../core/money';
import { ReferenceLookup } from '../../../../database';
import { Documents, leafRows } from '../../documents';
import { refuseAnnulled } from '../../documents/changes/annulments';
import { DocumentCopies } from '../../documents/copies/document-copies';
import { NothingLeftToCredit, refuseExchanged } from '../../documents/copies/generation-errors';
import type { CopySource } from '../../documents/copies/copy-source';
import { SalesDocument } from '../../documents/entities/document.entity';
import { requireWithinRange } from '../amounts/amounts-too-large';
import { creditOf } from '../amounts/refund';
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
import { type Correction, Corrections, isSpanish } from './corrections';
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
export class InvoiceCredits {
  constructor(
    private readonly documents: Documents,
    private readonly copies: DocumentCopies,
    private readonly corrections: Corrections,
    private readonly returned: ReturnedQuantities,
  ) {}

  /**
   * Creates a credit note of an invoice, in a new unit of work or in a savepoint of the current one. The order is
   * locked, as for the credit notes of returns.
   * @returns the credit note's id
   * @throws InvalidRequest, NotFound, ReferenceNotFound, ReferenceMismatch, ReasonCodeForeign, SeveralTaxes, NothingLeftToCredit,
   *   DocumentAnnulled, InvoiceExchanged, ReasonCodeOfSimplified,
   *   CreditTooLarge, AmountsTooLarge
   */
  generate(invoiceId: number, body: InvoiceCreditDto): Promise<number> {
    refuseUnclear(body);
    return this.copies.withRetry(async () => {
      const { parentId } = await this.documents.get('invoice', invoiceId, parentPlan);
      const order = await this.copies.lockSource('order', parentId ?? 0);
      const source = await this.copies.lockSource('invoice', invoiceId);
      const { reason, reasonCode, comment } = body;
      if (reasonCode && !isSpanish(order)) {
        throw new ReasonCodeForeign({ country: order.headquarter?.countryCode ?? '' });
      }
      refuseAnnulled(source);
      refuseExchanged(source);
      if (reasonCode && source.simplified) throw new ReasonCodeOfSimplified();
      const correction = await this.corrections.of(order, invoiceId);
      const { credited, parts } = requireWithinRange('', () => creditIn(correction, source, body));
      const hashes = leafRows(order.rows).map(({ hash }) => hash);
      const given = creditOf({
        order,
        source,
        credited,
        items: [],
        parts: new Map([...parts].map(([at, part]) => [hashes[at] ?? '', part])),
      });
      await this.returned.adjust(quantitiesGone(correction, body.lines ?? []));
      return this.corrections.store(correction, {
        source,
        given,
        isLast: true,
        columns: { comment, reason, ...(reasonCode && { reasonCode }) },
        toVouchers: (open) => open - inMoney(correction),
      });
    });
  }
}

/** Requires exactly one member of the body, and of each line. @throws InvalidRequest */
function refuseUnclear({ full, lines, taxes }: InvoiceCreditDto): void {
  if ([full || undefined, lines, taxes].filter((one) => one !== undefined).length !== 1) {
    throw ambiguousCreditError([''], ['full', 'lines', 'taxes']);
  }
  const unclear = (lines ?? []).flatMap(({ quantity, amount }, at) =>
    (quantity === undefined) === (amount === undefined) ? [`/lines/${at}`] : [],
  );
  if (unclear.length > 0) throw ambiguousCreditError(unclear, ['quantity', 'amount']);
}

function creditIn(
  correction: Correction,
  invoice: CopySource,
  { full, lines, taxes = [] }: InvoiceCreditDto,
): InvoiceCredit {
  const { order, left } = correction;
  const rows = leafRows(order.rows);
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
    return allowed(creditLines(left, rows.length, wanted), '/lines');
  }
  const bases = taxes.map(({ base: amount }, at) => ({ pointer: `/taxes/${at}/base`, amount }));
  assertWholeMinorUnits(bases, order.currencyCode);
  const wanted = new Map<number, TenThousandths>();
  for (const [at, tax] of taxes.entries()) {
    const group = groupOf(order, tax, at);
    wanted.set(group, sumAmounts([wanted.get(group) ?? 0, tax.base]));
  }
  const credit = findSeparateGroups(
    left,
    [...wanted].map(([group, base]) => ({ group, base })),
  );
  if (!credit) throw new SeveralTaxes();
  return allowed(creditTaxGroups(left, rows.length, credit), '/taxes');
}

/** @throws CreditTooLarge */
function allowed(credit: InvoiceCredit | CreditExcess[], root: string): InvoiceCredit {
  if (!Array.isArray(credit)) return credit;
  throw new CreditTooLarge(
    credit.map((one) => ({ ...one, pointer: `${root}/${one.place}/${one.name}` })),
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
function groupOf({ taxes }: CopySource, { tax }: CreditTaxDto, at: number): number {
  const known = taxes.map(({ taxId: id, taxPId: pId }, place) => ({ id, pId, place })).reverse();
  const found = new ReferenceLookup('tax of the invoice', known).find(tax, `/taxes/${at}/tax`);
  if (found instanceof DomainError) throw found;
  return found.place;
}

/** Quantities that are credited without a return can't come back, as far as no RMA holds them. */
function quantitiesGone(
  { order }: Correction,
  lines: readonly CreditLineDto[],
): Map<number, Thousandths> {
  const rows = new Map(leafRows(order.rows).map((row) => [row.hash, row]));
  return new Map(
    lines.flatMap(({ hash, quantity = 0 }): [number, Thousandths][] => {
      const row = rows.get(hash);
      const gone = row ? Math.min(quantity, row.quantity - row.returned) : 0;
      return row && gone > 0 ? [[row.id, gone]] : [];
    }),
  );
}

/** Returns what can be refunded in money: the paid amount, less the refunds of the credit notes. */
function inMoney({ order, notes }: Correction): TenThousandths {
  const refunded = notes.map(({ total, totalVouchers }) => total - totalVouchers);
  return Math.max(0, order.total - sumAmounts(refunded));
}
