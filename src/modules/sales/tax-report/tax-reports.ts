import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Configuration } from '../../../config/configuration';
import type { Loaded } from '../../../core/load-plan';
import {
  anyOf,
  type Condition,
  is,
  isAtLeast,
  isAtMost,
  isNot,
  isNull,
  isOneOf,
  allOf,
  DataAccess,
} from '../../../database';
import { type DocumentKind, Documents, documentTypes } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';
import { documentDatePlan, orderPlan, parentPlan, documentAmountsPlan } from './tax-report-plans';
import type { TaxReportQuery } from './tax-report.dto';
import { type TaxReportRow, TaxReportRows } from './tax-report-rows';

const DOCUMENTS_PER_CHUNK = 256;

type DatedDocument = Loaded<typeof documentDatePlan>;

/** Sums the taxes of invoices and credit notes. */
@Injectable()
export class TaxReports {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly configuration: Configuration,
  ) {}

  /** Reads chunks of documents in the order of the index of dates, so that memory doesn't grow with the period. */
  async report(query: TaxReportQuery): Promise<TaxReportRow[]> {
    const rows = new TaxReportRows();
    for (const kind of ['invoice', 'creditNote'] as const) {
      let chunk = await this.listNext(kind, query);
      while (chunk.length > 0) {
        await this.addChunk(rows, kind, chunk, query);
        chunk = await this.listNext(kind, query, chunk.at(-1));
      }
    }
    return rows.list();
  }

  /** Lists the next documents by date and id. @param last the last document before them */
  private async listNext(
    kind: DocumentKind,
    query: TaxReportQuery,
    last?: DatedDocument,
  ): Promise<DatedDocument[]> {
    const { loader } = this.dataAccess;
    const conditions = [is('type', documentTypes[kind]), ...toConditions(query)];
    if (last) conditions.push(...isAfter(last));
    const order = [{ property: 'date' as const }, { property: 'id' as const }];
    const ids = await loader.listIds(SalesDocument, conditions, {
      order,
      limit: DOCUMENTS_PER_CHUNK,
    });
    return loader.listByIds(SalesDocument, ids, documentDatePlan);
  }

  private async addChunk(
    rows: TaxReportRows,
    kind: DocumentKind,
    all: readonly DatedDocument[],
    { from, to, by }: TaxReportQuery,
  ): Promise<void> {
    const orders = await this.findOrderIds(all);
    const dates = by === 'issue' ? undefined : await this.findSupplyDates(all, orders);
    const counted = all.filter((one) => {
      const date = dates?.get(one.id) ?? one.date;
      // An exchanged pair counts by its simplified invoice.
      return !one.annulled && !one.replacesId && date >= from && date <= to;
    });
    const periods =
      kind === 'creditNote'
        ? await this.findCorrectedPeriods(counted, orders, by)
        : new Map<number, string>();
    const conditions = [
      isOneOf(
        'id',
        counted.map(({ id }) => id),
      ),
    ];
    const reported = await this.documents.list(kind, conditions, documentAmountsPlan);
    for (const one of reported) rows.add(one, periods.get(one.id) ?? '');
  }

  /** Finds the ids of the documents' orders. */
  private async findOrderIds(documents: readonly DatedDocument[]): Promise<Map<number, number>> {
    const listParentIds = (type: number) =>
      documents.flatMap(({ parentId, parentType }) =>
        parentType === type ? (parentId ?? []) : [],
      );
    const invoices = await this.findParentIds('invoice', listParentIds(documentTypes.invoice));
    const returns = await this.findParentIds('return', listParentIds(documentTypes.return));
    const rmas = await this.findParentIds('rma', [...returns.values()]);
    return new Map(
      documents.map(({ id, parentId, parentType }) => {
        const parent = parentId ?? 0;
        if (parentType === documentTypes.invoice) return [id, invoices.get(parent) ?? 0];
        if (parentType !== documentTypes.return) return [id, parent];
        return [id, rmas.get(returns.get(parent) ?? 0) ?? 0];
      }),
    );
  }

  private async findParentIds(
    kind: DocumentKind,
    ids: readonly number[],
  ): Promise<Map<number, number>> {
    const found = await this.documents.list(kind, [isOneOf('id', ids)], parentPlan);
    return new Map(found.map(({ id, parentId }) => [id, parentId ?? 0]));
  }

  /** Finds the dates of supply that documents show: the delivery date, or else the last shipment's. */
  private async findSupplyDates(
    documents: readonly DatedDocument[],
    orders: ReadonlyMap<number, number>,
  ): Promise<Map<number, Date>> {
    const ids = [...new Set(documents.map(({ id }) => orders.get(id) ?? 0))];
    const found = await this.documents.list('order', [isOneOf('id', ids)], orderPlan);
    const known = new Map(found.map((one) => [one.id, one]));
    return new Map(
      documents.map(({ id, date, deliveryDate }) => {
        const order = known.get(orders.get(id) ?? 0);
        const shipped = (order?.shipments ?? []).map(({ incomingDate }) => incomingDate.getTime());
        const last = shipped.length > 0 ? new Date(Math.max(...shipped)) : date;
        return [id, deliveryDate ?? order?.deliveryDate ?? last];
      }),
    );
  }

  /** Finds the months of the invoices that credit notes correct. */
  private async findCorrectedPeriods(
    notes: readonly DatedDocument[],
    orders: ReadonlyMap<number, number>,
    by: TaxReportQuery['by'],
  ): Promise<Map<number, string>> {
    const ofOrders = [
      isOneOf('parentId', [...new Set(notes.map(({ id }) => orders.get(id) ?? 0))]),
    ];
    const invoices = await this.documents.list('invoice', ofOrders, documentDatePlan);
    const own = new Map(invoices.map(({ id, parentId }) => [id, parentId ?? 0]));
    const supplied = by === 'supply' ? await this.findSupplyDates(invoices, own) : undefined;
    return new Map(
      notes.map(({ id, invoiceId }) => {
        // Older credit notes don't name their invoice: it was the order's first.
        const invoice = invoices.find((one) =>
          invoiceId ? one.id === invoiceId : one.parentId === orders.get(id),
        );
        // A full invoice has the period of the simplified one that it replaces.
        const first = invoices.find((one) => one.id === invoice?.replacesId) ?? invoice;
        const date = first && (supplied?.get(first.id) ?? first.date);
        return [id, date ? this.toMonth(date) : ''];
      }),
    );
  }

  private toMonth(date: Date): string {
    return DateTime.fromJSDate(date, { zone: this.configuration.storeTimeZone }).toFormat(
      'yyyy-MM',
    );
  }
}

/** Conditions on documents after another one, by date and id. The first condition limits the range of the index. */
function isAfter({ id, date }: DatedDocument): Condition[] {
  const isSameDate = allOf(is('date', date), isAtLeast('id', id + 1));
  const isLater = allOf(isAtLeast('date', date), isNot('date', date));
  return [isAtLeast('date', date), anyOf(isLater, isSameDate)];
}

function toConditions({ from, to, headquarter, by }: TaxReportQuery): Condition[] {
  const isWithin = (property: string) => allOf(isAtLeast(property, from), isAtMost(property, to));
  const dates =
    by === 'issue' ? isWithin('date') : anyOf(isWithin('deliveryDate'), isNull('deliveryDate'));
  if (headquarter === undefined) return [dates];
  const isId = /^[1-9]\d{0,15}$/.test(headquarter);
  const ofId = isId ? [is('headquarterId', Number(headquarter))] : [];
  return [dates, anyOf(...ofId, is('headquarterPId', headquarter))];
}
