import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock';
import { createLoadPlan } from '../../core/load-plan';
import {
  anyOf,
  type Condition,
  whereEquals,
  whereAtLeast,
  whereNotEquals,
  whereNull,
  DataAccess,
} from '../../database';
import { SalesDocument } from '../../modules/sales';
import { UserComment } from '../../modules/users';
import { Erasure, type ErasureStep, erasureSteps } from './erasure.entity';
import { InvoiceRetention } from './invoice-retention';
import { NO_IDENTIFIERS, addIdentifiers } from './person-identifiers';
import { PersonalFiles } from './personal-files';
import { PersonalRows } from './personal-rows';
import { PersonalTexts, ROWS_PER_STEP, type StepPosition } from './personal-texts';

/** A process that hasn't finished the next part of a step for this time counts as dead. */
const LEASE_MS = 30_000;

/** Progress of a step, with further columns of the erasure to store. */
interface StepProgress extends Partial<Pick<Erasure, 'documents' | 'marks' | 'oldestKept'>> {
  /** Undefined if the step is complete. */
  readonly after: StepPosition;
}

const typeAndDatePlan = createLoadPlan(SalesDocument, ['type', 'date']);

/**
 * The steps of an erasure after its start. Each unit of work does a part of a step and stores the progress. So another
 * process can continue after a crash without repeating or omitting anything.
 */
@Injectable()
export class ErasureSteps {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly rows: PersonalRows,
    private readonly texts: PersonalTexts,
    private readonly retention: InvoiceRetention,
    private readonly personalFiles: PersonalFiles,
  ) {}

  /** Does the next part. @returns false if the erasure is complete or doesn't exist */
  async runNextPart(userId: number): Promise<boolean> {
    const storedErasure = await this.find(userId);
    if (storedErasure?.state !== 'running') return false;
    // Files aren't part of a unit of work.
    const filesProgress =
      storedErasure.step === 'files'
        ? { after: await this.personalFiles.removeNextAttachments(storedErasure) }
        : undefined;
    const idsWithStoredFiles =
      storedErasure.step === 'documents'
        ? await this.storeFilesOfNextDocuments(storedErasure)
        : undefined;
    await this.dataAccess.unitOfWork.run(async () => {
      const { writer } = this.dataAccess;
      await writer.lock(Erasure, [userId]);
      const erasure = await this.find(userId);
      const isUnchanged =
        erasure?.step === storedErasure.step && erasure.after === storedErasure.after;
      if (!isUnchanged || erasure.state !== 'running') return;
      const progress = filesProgress ?? (await this.runStep(erasure, idsWithStoredFiles));
      await writer.update(Erasure, userId, await this.toErasureColumns(erasure, progress));
    });
    return true;
  }

  /** Whether documents of the person aren't erased, because they were added in the meantime. */
  async hasUnerasedDocuments(erasure: Pick<Erasure, 'id' | 'pId'>): Promise<boolean> {
    return (await this.listUnerasedDocuments(erasure, { after: 0, limit: 1 })).length > 0;
  }

  private async toErasureColumns(
    erasure: Erasure,
    { after, ...otherColumns }: StepProgress,
  ): Promise<Partial<Erasure>> {
    const heldUntil = new Date(this.clock.now().getTime() + LEASE_MS);
    if (after !== undefined) return { ...otherColumns, after, heldUntil };
    const next = erasureSteps[erasureSteps.indexOf(erasure.step) + 1];
    if (next) return { ...otherColumns, step: next, after: 0, heldUntil };
    if (await this.hasUnerasedDocuments(erasure))
      return { ...otherColumns, step: 'documents', after: 0, heldUntil };
    return { ...otherColumns, state: 'done', doneAt: this.clock.now(), after: 0, marks: null };
  }

  private async runStep(
    erasure: Erasure,
    idsWithStoredFiles?: ReadonlySet<number>,
  ): Promise<StepProgress> {
    switch (erasure.step) {
      case 'documents':
        return this.eraseDocuments(erasure, idsWithStoredFiles);
      case 'comments':
        return { after: await this.eraseComments(erasure) };
      default:
        return { after: await this.texts[erasure.step as TextStep](erasure) };
    }
  }

  /** Renders and stores the files of the next invoices and credit notes, with their customers. @returns their ids */
  private async storeFilesOfNextDocuments(erasure: Erasure): Promise<ReadonlySet<number>> {
    const ids = await this.listUnerasedDocuments(erasure, {
      after: erasure.after,
      limit: ROWS_PER_STEP,
    });
    return this.retention.storeFilesOfNextDocuments(await this.listTypesAndDates(ids));
  }

  /** @param idsWithStoredFiles the retained documents whose files are stored, so that their customers may be erased */
  private async eraseDocuments(
    erasure: Erasure,
    idsWithStoredFiles: ReadonlySet<number> = new Set(),
  ): Promise<StepProgress> {
    const { pId, after, marks, documents } = erasure;
    const { writer } = this.dataAccess;
    const nextIds = await this.listUnerasedDocuments(erasure, { after, limit: ROWS_PER_STEP });
    if (nextIds.length === 0) return { after: undefined };
    await writer.lock(SalesDocument, nextIds);
    const candidates = await this.listTypesAndDates(nextIds);
    const firstIndexWithoutFiles = candidates.findIndex(
      (one) => this.retention.isRetained(one) && !idsWithStoredFiles.has(one.id),
    );
    const documentsToErase =
      firstIndexWithoutFiles < 0 ? candidates : candidates.slice(0, firstIndexWithoutFiles);
    if (documentsToErase.length === 0) return { after };
    const ids = documentsToErase.map(({ id }) => id);
    const retainedDocuments = documentsToErase.filter((one) => this.retention.isRetained(one));
    const retainedIds = new Set(retainedDocuments.map(({ id }) => id));
    await this.retention.copyCustomers([...retainedIds]);
    const rowTexts = await this.rows.listTextsOfDocuments(ids);
    await this.rows.erasePersonalDataInDocuments([...retainedIds], pId, { keepsRetained: true });
    const otherIds = ids.filter((id) => !retainedIds.has(id));
    await this.rows.erasePersonalDataInDocuments(otherIds, pId);
    const dates = [erasure.oldestKept ?? undefined, ...retainedDocuments.map(({ date }) => date)];
    const timestamps = dates.flatMap((date) => date?.getTime() ?? []);
    return {
      after: ids.at(-1),
      documents: documents + ids.length,
      marks: addIdentifiers(marks ?? NO_IDENTIFIERS, rowTexts),
      oldestKept: timestamps.length === 0 ? null : new Date(Math.min(...timestamps)),
    };
  }

  private async eraseComments({ id: userId, pId, after }: Erasure): Promise<StepPosition> {
    const conditions = [whereEquals('userId', userId), whereAtLeast('id', after + 1)];
    const options = { order: [{ property: 'id' as const }], limit: ROWS_PER_STEP };
    const ids = await this.dataAccess.loader.listIds(UserComment, conditions, options);
    if (ids.length > 0) await this.rows.replaceComments(ids, pId);
    return ids.at(-1);
  }

  private listTypesAndDates(ids: readonly number[]) {
    return this.dataAccess.loader.listByIds(SalesDocument, ids, typeAndDatePlan);
  }

  private listUnerasedDocuments(
    { id: userId, pId }: Pick<Erasure, 'id' | 'pId'>,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<number[]> {
    const userConditions: Condition[] = [
      whereEquals('userId', userId),
      whereAtLeast('id', after + 1),
    ];
    // `pId` is the pseudonym that replaces the person's.
    const unerasedCondition = anyOf(whereNull('userPId'), whereNotEquals('userPId', pId));
    const options = { order: [{ property: 'id' as const }], limit };
    return this.dataAccess.loader.listIds(
      SalesDocument,
      [...userConditions, unerasedCondition],
      options,
    );
  }

  private find(userId: number): Promise<Erasure | undefined> {
    const { loader } = this.dataAccess;
    return loader.findById(Erasure, userId, loader.createFullPlan(Erasure));
  }
}

type TextStep = Exclude<ErasureStep, 'documents' | 'comments' | 'files'>;
