import type { Client } from '../client';
import type { FinalState } from '../final-state';
import {
  responseOf,
  filterByKind,
  toOutcome,
  findRepeated,
  type SentRequest,
} from '../sent-request';
import type { Subject } from '../subject';
import type { Orders } from './orders';

/** A document with a number; the serial is a generated number's place in its series. */
export interface NumberedDocument {
  readonly id: number;
  readonly type: number;
  readonly headquarterId: number;
  readonly number: string;
  readonly serial: number;
  readonly parentId: number | null;
}

/** The last number that a series has given. */
export interface NumberSeriesState {
  readonly type: number;
  readonly headquarterId: number;
  readonly last: number;
}

interface State {
  readonly documents: readonly NumberedDocument[];
  readonly series: readonly NumberSeriesState[];
}

const INVOICE = 2;

/** Invoices of contested orders, and the numbers of documents of all types. */
export class Invoices implements Subject<State> {
  readonly name = 'invoices and numbers';
  readonly lines = [];

  constructor(private readonly orders: Orders) {}

  async act(client: Client): Promise<void> {
    const id = this.orders.pickOrder(client);
    if (id === undefined) return;
    const path = `/orders/${id}/invoices`;
    await client.send({ kind: 'invoice.create', about: String(id), method: 'POST', path });
  }

  async read(final: FinalState): Promise<State> {
    const documents = await final.sql<NumberedDocument>(
      `SELECT d.id AS id, d.type AS type, d.headquarter_id AS headquarterId, d.document_number AS number,
       d.serial AS serial, d.parent_id AS parentId FROM documents d ORDER BY d.id`,
    );
    const series = await final.sql<NumberSeriesState>(
      'SELECT n.type AS type, n.headquarter_id AS headquarterId, n.last AS last FROM number_series n',
    );
    return { documents, series };
  }

  check(sent: readonly SentRequest[], { documents, series }: State): string[] {
    return [...checkInvoices(sent, documents), ...checkNumbers(documents, series)];
  }
}

function checkInvoices(
  sent: readonly SentRequest[],
  documents: readonly NumberedDocument[],
): string[] {
  const found: string[] = [];
  const invoices = documents.filter(({ type }) => type === INVOICE);
  for (const id of findRepeated(invoices.map(({ parentId }) => parentId)))
    found.push(`order ${id} has two invoices`);
  const byOrder = new Map(invoices.map((one) => [Number(one.parentId), one]));
  const asked = new Map<number, SentRequest[]>();
  for (const one of filterByKind(sent, 'invoice.create')) {
    const orderId = Number(one.about);
    asked.set(orderId, [...(asked.get(orderId) ?? []), one]);
    const invoice = byOrder.get(orderId);
    if (toOutcome(one) === 'done') {
      const { ID, DOCUMENTNUMBER } = responseOf<{ ID: number; DOCUMENTNUMBER: string }>(one);
      if (!invoice) found.push(`invoice ${ID} of order ${orderId} was answered and is lost`);
      else if (invoice.id !== ID || invoice.number !== DOCUMENTNUMBER)
        found.push(`invoice ${ID} of order ${orderId} is another one than was answered`);
    }
    const { code, existingId } = (one.answer ?? {}) as { code?: string; existingId?: number };
    if (code === 'document.exists' && invoice?.id !== existingId)
      found.push(`invoice ${existingId} of order ${orderId} was named and is not there`);
  }
  for (const orderId of byOrder.keys()) {
    const all = asked.get(orderId) ?? [];
    if (all.every((one) => toOutcome(one) === 'refused'))
      found.push(`the invoice of order ${orderId} is there and was refused`);
    if (all.filter((one) => toOutcome(one) === 'done').length > 1)
      found.push(`the invoice of order ${orderId} was made for two requests`);
  }
  return found;
}

/** The numbers of a series are 1 to their count, and its counter is the last of them. */
function checkNumbers(
  documents: readonly NumberedDocument[],
  series: readonly NumberSeriesState[],
): string[] {
  const found: string[] = [];
  for (const { type, headquarterId, last } of series) {
    const serials = documents
      .filter((one) => one.type === type && one.headquarterId === headquarterId)
      .map(({ serial }) => serial)
      .sort((one, other) => one - other);
    const isGapless = serials.length === last && serials.every((serial, at) => serial === at + 1);
    if (!isGapless) {
      const missing = Array.from({ length: last }, (_, at) => at + 1).filter(
        (serial) => !serials.includes(serial),
      );
      found.push(
        `numbers of type ${type}, headquarter ${headquarterId}: last ${last}, ${serials.length} there, missing ${missing.join()}, twice ${findRepeated(serials).join()}`,
      );
    }
  }
  return found;
}
