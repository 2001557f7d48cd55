import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Configuration } from '../../../config/configuration';
import type { Loaded } from '../../../core/load-plan';
import {
  anyOf,
  type Condition,
  whereEquals,
  whereAtLeast,
  whereAtMost,
  whereNotEquals,
  whereNull,
  whereIn,
  allOf,
  DataAccess,
} from '../../../database';
import { type DocumentKind, Documents, documentTypes } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';
import {
  documentDatePlan,
  supplyDatePlan,
  parentPlan,
  documentAmountsPlan,
} from './tax-report-plans';
import type { TaxReportQuery } from './tax-report.dto';
import { type TaxReportRow, TaxReportAccumulator } from './tax-report-rows';

const DOCUMENTS_PER_CHUNK = 256;

type DatedDocument = Loaded<typeof documentDatePlan>;

/** Sums the taxes of invoices and credit notes. */
@Injectable()
export class TaxReportService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly configuration: Configuration,
  ) {}

  /** Reads chunks of documents in the order of the index of dates, so that memory doesn't grow with the period. */
  async createReport(query: TaxReportQuery): Promise<TaxReportRow[]> {
    const rows = new TaxReportAccumulator();
    for (const kind of ['invoice', 'creditNote'] as const) {
      let chunk = await this.listNextChunk(kind, query);
      while (chunk.length > 0) {
        await this.addChunk(rows, kind, chunk, query);
        chunk = await this.listNextChunk(kind, query, chunk.at(-1));
      }
    }
    return rows.list();
  }

  /** Lists the next documents by date and id. @param last the last document before them */
  private async listNextChunk(
    kind: DocumentKind,
    query: TaxReportQuery,
    last?: DatedDocument,
  ): Promise<DatedDocument[]> {
    const { loader } = this.dataAccess;
    const conditions = [whereEquals('type', documentTypes[kind]), ...toConditions(query)];
    if (last) conditions.push(...toKeysetConditions(last));
    const order = [{ property: 'date' as const }, { property: 'id' as const }];
    const ids = await loader.listIds(SalesDocument, conditions, {
      order,
      limit: DOCUMENTS_PER_CHUNK,
    });
    return loader.listByIds(SalesDocument, ids, documentDatePlan);
  }

  private async addChunk(
    rows: TaxReportAccumulator,
    kind: DocumentKind,
    all: readonly DatedDocument[],
    { from, to, by }: TaxReportQuery,
  ): Promise<void> {
    const orderIds = await this.findOrderIds(all);
    const dates = by === 'issue' ? undefined : await this.findSupplyDates(all, orderIds);
    const counted = all.filter((one) => {
      const date = dates?.get(one.id) ?? one.date;
      // A full invoice that replaces a simplified one is left out, because the simplified one is counted.
      return !one.annulled && !one.replacesId && date >= from && date <= to;
    });
    const periods =
      kind === 'creditNote'
        ? await this.findCorrectedPeriods(counted, orderIds, by)
        : new Map<number, string>();
    const conditions = [
      whereIn(
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
    const found = await this.documents.list(kind, [whereIn('id', ids)], parentPlan);
    return new Map(found.map(({ id, parentId }) => [id, parentId ?? 0]));
  }

  /** Finds the dates of supply that documents show: the delivery date, or else the last shipment's. */
  private async findSupplyDates(
    documents: readonly DatedDocument[],
    orderIds: ReadonlyMap<number, number>,
  ): Promise<Map<number, Date>> {
    const ids = [...new Set(documents.map(({ id }) => orderIds.get(id) ?? 0))];
    const found = await this.documents.list('order', [whereIn('id', ids)], supplyDatePlan);
    const ordersById = new Map(found.map((one) => [one.id, one]));
    return new Map(
      documents.map(({ id, date, deliveryDate }) => {
        const order = ordersById.get(orderIds.get(id) ?? 0);
        const incomingTimes = (order?.shipments ?? []).map(({ incomingDate }) =>
          incomingDate.getTime(),
        );
        const last = incomingTimes.length > 0 ? new Date(Math.max(...incomingTimes)) : date;
        return [id, deliveryDate ?? order?.deliveryDate ?? last];
      }),
    );
  }

  /** Finds the months of the invoices that credit notes correct. */
  private async findCorrectedPeriods(
    creditNotes: readonly DatedDocument[],
    orderIds: ReadonlyMap<number, number>,
    by: TaxReportQuery['by'],
  ): Promise<Map<number, string>> {
    const orderConditions = [
      whereIn('parentId', [...new Set(creditNotes.map(({ id }) => orderIds.get(id) ?? 0))]),
    ];
    const invoices = await this.documents.list('invoice', orderConditions, documentDatePlan);
    const invoiceOrderIds = new Map(invoices.map(({ id, parentId }) => [id, parentId ?? 0]));
    const supplyDates =
      by === 'supply' ? await this.findSupplyDates(invoices, invoiceOrderIds) : undefined;
    return new Map(
      creditNotes.map(({ id, invoiceId }) => {
        // Older credit notes don't name their invoice: it was the order's first.
        const invoice = invoices.find((one) =>
          invoiceId ? one.id === invoiceId : one.parentId === orderIds.get(id),
        );
        // A full invoice has the period of the simplified one that it replaces.
        const originalInvoice = invoices.find((one) => one.id === invoice?.replacesId) ?? invoice;
        const date =
          originalInvoice && (supplyDates?.get(originalInvoice.id) ?? originalInvoice.date);
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
function toKeysetConditions({ id, date }: DatedDocument): Condition[] {
  const sameDateCondition = allOf(whereEquals('date', date), whereAtLeast('id', id + 1));
  const laterDateCondition = allOf(whereAtLeast('date', date), whereNotEquals('date', date));
  return [whereAtLeast('date', date), anyOf(laterDateCondition, sameDateCondition)];
}

function toConditions({ from, to, headquarter, by }: TaxReportQuery): Condition[] {
  const toPeriodCondition = (property: string) =>
    allOf(whereAtLeast(property, from), whereAtMost(property, to));
  const dates =
    by === 'issue'
      ? toPeriodCondition('date')
      : anyOf(toPeriodCondition('deliveryDate'), whereNull('deliveryDate'));
  if (headquarter === undefined) return [dates];
  const isId = /^[1-9]\d{0,15}$/.test(headquarter);
  const idConditions = isId ? [whereEquals('headquarterId', Number(headquarter))] : [];
  return [dates, anyOf(...idConditions, whereEquals('headquarterPId', headquarter))];
}
