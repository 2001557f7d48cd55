import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../core/load-plan';
import {
  type Condition,
  whereEquals,
  whereAtLeast,
  whereAtMost,
  whereNotNull,
  whereIn,
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
    private readonly retentionPeriod: RetentionPeriod,
    private readonly rows: PersonalRows,
    private readonly pdfs: DocumentPdfsService,
    private readonly retainedCustomers: RetainedCustomers,
  ) {}

  /** Whether the parties of a document must be retained. */
  isRetained({ type, date }: Pick<SalesDocument, 'type' | 'date'>): boolean {
    return retainedTypes.includes(type) && this.retentionPeriod.covers(date);
  }

  /**
   * Renders and stores the next retained documents in every format before their parties are erased. Must not be called
   * inside a unit of work.
   * @returns the ids of these documents
   */
  async storeFilesOfNextDocuments(
    documents: readonly RetainedDocument[],
  ): Promise<ReadonlySet<number>> {
    const retainedDocuments = documents
      .filter((one) => this.isRetained(one))
      .slice(0, DOCUMENTS_PER_STEP);
    for (const { id, type } of retainedDocuments)
      await this.pdfs.storeAllFormats(
        type === documentTypes.invoice ? 'invoice' : 'creditNote',
        id,
      );
    return new Set(retainedDocuments.map(({ id }) => id));
  }

  /** Copies the customers of documents, which are locked, before they are erased; in a unit of work. */
  copyCustomers(documentIds: readonly number[]): Promise<void> {
    return this.retainedCustomers.copyBeforeErasure(documentIds);
  }

  /** Replaces parties whose retention has ended. @returns the number of documents */
  async sweep(): Promise<number> {
    const { loader } = this.dataAccess;
    const periodStart = this.retentionPeriod.getStart();
    const dueConditions = [
      whereNotNull('oldestKept'),
      whereAtMost('oldestKept', oneMillisecondBefore(periodStart)),
    ];
    let documentCount = 0;
    for (const id of await loader.listIds(Erasure, dueConditions))
      documentCount += await this.replaceExpiredParties(id, periodStart);
    return documentCount;
  }

  private async replaceExpiredParties(userId: number, periodStart: Date): Promise<number> {
    const { loader, unitOfWork, writer } = this.dataAccess;
    const erasure = await loader.findById(Erasure, userId, retentionPlan);
    const oldestDate = erasure?.oldestKept;
    if (!oldestDate) return 0;
    const endedConditions = [
      whereAtLeast('date', oldestDate),
      whereAtMost('date', oneMillisecondBefore(periodStart)),
    ];
    const ids = await loader.listIds(SalesDocument, [
      ...toRetainedTypeConditions(userId),
      ...endedConditions,
    ]);
    for (let offset = 0; offset < ids.length; offset += ROWS_PER_STEP)
      await unitOfWork.run(() =>
        this.rows.erasePersonalDataInDocuments(
          ids.slice(offset, offset + ROWS_PER_STEP),
          erasure.pId,
        ),
      );
    const oldestKept = await this.findOldestSince(userId, periodStart);
    const unchangedConditions = [whereEquals('id', userId), whereEquals('oldestKept', oldestDate)];
    await unitOfWork.run(() => writer.update(Erasure, unchangedConditions, { oldestKept }));
    return ids.length;
  }

  private async findOldestSince(userId: number, periodStart: Date): Promise<Date | null> {
    const { loader } = this.dataAccess;
    const laterConditions = [
      ...toRetainedTypeConditions(userId),
      whereAtLeast('date', periodStart),
    ];
    const firstOnly = { order: [{ property: 'date' as const }], limit: 1 };
    const [document] = await loader.listByIds(
      SalesDocument,
      await loader.listIds(SalesDocument, laterConditions, firstOnly),
      datePlan,
    );
    return document?.date ?? null;
  }
}

function toRetainedTypeConditions(userId: number): Condition[] {
  return [whereEquals('userId', userId), whereIn('type', retainedTypes)];
}

function oneMillisecondBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}
