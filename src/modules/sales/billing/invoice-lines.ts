import { Injectable } from '@nestjs/common';
import { defineError, DomainError } from '../../../core/errors';
import { pIdOnly, plan } from '../../../core/load-plan';
import { FoundReferences, isOneOf } from '../../../database';
import { isSameLine, type Line, type LineType, type Outcome, rejection } from '../../intake';
import {
  AlreadyGenerated,
  closedError,
  DocumentCopies,
  type DocumentCopy,
  DocumentNumbers,
  Documents,
  givenNumber,
  SalesDocument,
} from '../documents';
import { InvoiceLineDto } from './invoice-line.dto';

/** 409: an invoice that comes again must be the same; another one has the pId. */
const InvoiceDiffers = defineError<{ pId: string; id: number }>({
  code: 'invoice.differs',
  status: 409,
  title: 'An invoice with this pId is there, and it is another one',
  remedy: 'Compare the two; a stored invoice never changes.',
  detail: ({ pId }) => `The invoice ${JSON.stringify(pId)} was stored with another content.`,
  pointer: () => '/pId',
  extension: ({ id }) => ({ existingId: id }),
});

type InvoiceLine = Line<InvoiceLineDto>;

/** A line that makes an invoice. */
interface Accepted {
  readonly line: InvoiceLine;
  readonly source: SalesDocument;
}

const knownPlan = plan(SalesDocument, ['pId', 'fingerprint']);

/**
 * Lines of the type `invoice`: each makes the invoice of an order, with the number that it brings. The same
 * line again is no change; another one under its pId, or for its order, is refused.
 */
@Injectable()
export class InvoiceLines implements LineType<InvoiceLineDto> {
  readonly type = 'invoice';
  readonly dto = InvoiceLineDto;

  constructor(
    private readonly documents: Documents,
    private readonly copies: DocumentCopies,
    private readonly numbers: DocumentNumbers,
  ) {}

  async store(lines: readonly InvoiceLine[]): Promise<Outcome[]> {
    const pIds = lines.map(({ value }) => value.pId);
    const stored = await this.documents.where('invoice', [isOneOf('pId', pIds)], knownPlan);
    const known = new Map(stored.map((one) => [one.pId, one]));
    const fresh = lines.filter(({ value }) => !known.has(value.pId));
    const created = fresh.length > 0 ? await this.create(fresh) : new Map<InvoiceLine, Outcome>();
    return lines.map((line) => {
      const invoice = known.get(line.value.pId);
      if (!invoice) return created.get(line) as Outcome;
      const { id, pId, fingerprint } = invoice;
      return isSameLine(line, fingerprint)
        ? { result: 'unchanged', id }
        : rejection(new InvoiceDiffers({ pId, id }));
    });
  }

  private async create(lines: readonly InvoiceLine[]): Promise<Map<InvoiceLine, Outcome>> {
    const outcomes = new Map<InvoiceLine, Outcome>();
    const possible = await this.withOrders(lines, outcomes);
    const accepted = await this.accept(possible, outcomes);
    const ids = await this.copies.store([...accepted.values()].map(copyOf));
    const made = new Map([...accepted.keys()].map((orderId, at) => [orderId, ids[at] as number]));
    for (const { line, source } of possible) {
      if (outcomes.has(line)) continue;
      const id = made.get(source.id) as number;
      const isFirst = accepted.get(source.id)?.line === line;
      outcomes.set(line, isFirst ? { result: 'created', id } : hasInvoice(id));
    }
    return outcomes;
  }

  /** The lines whose order is there and can have an invoice; it is locked. Tells `outcomes` of the others. */
  private async withOrders(
    lines: readonly InvoiceLine[],
    outcomes: Map<InvoiceLine, Outcome>,
  ): Promise<Accepted[]> {
    const orders = await this.orders(lines);
    const made = await this.copies.made(
      'invoice',
      orders.map(({ id }) => id),
    );
    const found = new FoundReferences('order', orders);
    return lines.flatMap((line) => {
      const source = found.find(line.value.order, '/order');
      if (source instanceof DomainError) {
        outcomes.set(line, rejection(source));
        return [];
      }
      const invoice = made.get(source.id);
      const closed = closedError(source, 'invoice', '/order');
      if (invoice) outcomes.set(line, hasInvoice(invoice.id));
      else if (closed) outcomes.set(line, rejection(closed));
      else return [{ line, source }];
      return [];
    });
  }

  private async orders(lines: readonly InvoiceLine[]): Promise<SalesDocument[]> {
    const references = lines.map(({ value }) => value.order);
    const pIds = references.flatMap(({ id = 0, pId }) => (id === 0 ? (pId ?? []) : []));
    const ids = references.flatMap(({ id = 0 }) => (id === 0 ? [] : id));
    const named = await this.documents.where('order', [isOneOf('pId', pIds)], pIdOnly);
    return this.copies.sources('order', [...new Set([...ids, ...named.map(({ id }) => id)])]);
  }

  /**
   * The first line of each order whose number is free among the invoices of its headquarter, by the order's
   * id. Tells `outcomes` of the numbers that are taken.
   */
  private async accept(
    possible: readonly Accepted[],
    outcomes: Map<InvoiceLine, Outcome>,
  ): Promise<Map<number, Accepted>> {
    const taken = await this.numbers.judge('invoice', possible.map(numberOf));
    const accepted = new Map<number, Accepted>();
    for (const one of possible) {
      if (accepted.has(one.source.id)) continue;
      const error = taken(numberOf(one));
      if (error) outcomes.set(one.line, rejection(error));
      else accepted.set(one.source.id, one);
    }
    return accepted;
  }
}

function numberOf({ line, source }: Accepted) {
  return {
    headquarterId: source.headquarterId,
    documentNumber: line.value.documentNumber,
  };
}

function hasInvoice(id: number): Outcome {
  return rejection(new AlreadyGenerated({ kind: 'invoice', id, pointer: '/order' }));
}

function copyOf({ line, source }: Accepted): DocumentCopy {
  const { pId, documentNumber, date } = line.value;
  const { fingerprint } = line;
  return {
    source,
    kind: 'invoice',
    pId,
    number: givenNumber(documentNumber),
    columns: { date, fingerprint, soleParentId: source.id },
  };
}
