import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../core/load-plan';
import {
  type Condition,
  is,
  isAtLeast,
  isAtMost,
  isNotNull,
  isOneOf,
  DataAccess,
} from '../../database';
import {
  DocumentPdfsService,
  documentTypes,
  RetainedCustomers,
  RetentionPeriod,
  SalesDocument,
} from '../../modules/sales';
import { Erasure } from './erasure.entity';
import { PersonalRows } from './personal-rows';
import { ROWS_PER_STEP } from './personal-texts';

/** Types of documents whose parties must be retained by law. */
const retainedTypes: readonly number[] = [documentTypes.invoice, documentTypes.creditNote];

/** Maximum number of documents that are issued in one step of an erasure: each takes some renderings. */
const DOCUMENTS_PER_STEP = 10;

type RetainedDocument = Pick<SalesDocument, 'id' | 'type' | 'date'>;

const datePlan = createLoadPlan(SalesDocument, ['date']);
const retentionPlan = createLoadPlan(Erasure, ['pId', 'oldestKept']);

/** Parties of erased persons on invoices and credit notes: retained for years, and then replaced. */
@Injectable()
export class InvoiceRetention {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly period: RetentionPeriod,
    private readonly rows: PersonalRows,
    private readonly pdfs: DocumentPdfsService,
    private readonly retainedCustomers: RetainedCustomers,
  ) {}

  /** Whether the parties of a document must be retained. */
  isRetained({ type, date }: Pick<SalesDocument, 'type' | 'date'>): boolean {
    return retainedTypes.includes(type) && this.period.covers(date);
  }

  /**
   * Renders and stores the next retained documents in every format before their parties are erased. Must not be called
   * inside a unit of work.
   * @returns the ids of these documents
   */
  async storeFilesOfNextRetained(
    documents: readonly RetainedDocument[],
  ): Promise<ReadonlySet<number>> {
    const retained = documents.filter((one) => this.isRetained(one)).slice(0, DOCUMENTS_PER_STEP);
    for (const { id, type } of retained)
      await this.pdfs.storeAllFormats(
        type === documentTypes.invoice ? 'invoice' : 'creditNote',
        id,
      );
    return new Set(retained.map(({ id }) => id));
  }

  /** Copies the customers of documents, which are locked, before they are erased; in a unit of work. */
  copyCustomers(documentIds: readonly number[]): Promise<void> {
    return this.retainedCustomers.copyBeforeErasure(documentIds);
  }

  /** Replaces parties whose retention has ended. @returns the number of documents */
  async sweep(): Promise<number> {
    const { loader } = this.dataAccess;
    const periodStart = this.period.getStart();
    const isDue = [
      isNotNull('oldestKept'),
      isAtMost('oldestKept', oneMillisecondBefore(periodStart)),
    ];
    let swept = 0;
    for (const id of await loader.listIds(Erasure, isDue))
      swept += await this.sweepUser(id, periodStart);
    return swept;
  }

  private async sweepUser(userId: number, periodStart: Date): Promise<number> {
    const { loader, unitOfWork, writer } = this.dataAccess;
    const erasure = await loader.findById(Erasure, userId, retentionPlan);
    const oldest = erasure?.oldestKept;
    if (!oldest) return 0;
    const isOver = [isAtLeast('date', oldest), isAtMost('date', oneMillisecondBefore(periodStart))];
    const ids = await loader.listIds(SalesDocument, [...toInvoiceConditions(userId), ...isOver]);
    for (let from = 0; from < ids.length; from += ROWS_PER_STEP)
      await unitOfWork.run(() =>
        this.rows.replaceInDocuments(ids.slice(from, from + ROWS_PER_STEP), erasure.pId),
      );
    const oldestKept = await this.findOldestSince(userId, periodStart);
    const isUnchanged = [is('id', userId), is('oldestKept', oldest)];
    await unitOfWork.run(() => writer.update(Erasure, isUnchanged, { oldestKept }));
    return ids.length;
  }

  private async findOldestSince(userId: number, periodStart: Date): Promise<Date | null> {
    const { loader } = this.dataAccess;
    const isLater = [...toInvoiceConditions(userId), isAtLeast('date', periodStart)];
    const first = { order: [{ property: 'date' as const }], limit: 1 };
    const [document] = await loader.listByIds(
      SalesDocument,
      await loader.listIds(SalesDocument, isLater, first),
      datePlan,
    );
    return document?.date ?? null;
  }
}

function toInvoiceConditions(userId: number): Condition[] {
  return [is('userId', userId), isOneOf('type', retainedTypes)];
}

function oneMillisecondBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}
