import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock';
import { createLoadPlan } from '../../core/load-plan';
import { anyOf, type Condition, is, isAtLeast, isNot, isNull, DataAccess } from '../../database';
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
  async runNext(userId: number): Promise<boolean> {
    const before = await this.find(userId);
    if (before?.state !== 'running') return false;
    // Files aren't part of a unit of work.
    const filesProgress =
      before.step === 'files'
        ? { after: await this.personalFiles.removeNextAttachments(before) }
        : undefined;
    const issuedIds = before.step === 'documents' ? await this.issueDocuments(before) : undefined;
    await this.dataAccess.unitOfWork.run(async () => {
      const { writer } = this.dataAccess;
      await writer.lock(Erasure, [userId]);
      const erasure = await this.find(userId);
      const isSame = erasure?.step === before.step && erasure.after === before.after;
      if (!isSame || erasure.state !== 'running') return;
      const progress = filesProgress ?? (await this.runStep(erasure, issuedIds));
      await writer.update(Erasure, userId, await this.toErasureColumns(erasure, progress));
    });
    return true;
  }

  /** Whether documents of the person aren't erased, because they were added in the meantime. */
  async hasUnerasedDocuments(erasure: Pick<Erasure, 'id' | 'pId'>): Promise<boolean> {
    return (await this.listUnerasedDocuments(erasure, 0, 1)).length > 0;
  }

  private async toErasureColumns(
    erasure: Erasure,
    { after, ...others }: StepProgress,
  ): Promise<Partial<Erasure>> {
    const heldUntil = new Date(this.clock.now().getTime() + LEASE_MS);
    if (after !== undefined) return { ...others, after, heldUntil };
    const next = erasureSteps[erasureSteps.indexOf(erasure.step) + 1];
    if (next) return { ...others, step: next, after: 0, heldUntil };
    if (await this.hasUnerasedDocuments(erasure))
      return { ...others, step: 'documents', after: 0, heldUntil };
    return { ...others, state: 'done', doneAt: this.clock.now(), after: 0, marks: null };
  }

  private async runStep(erasure: Erasure, issued?: ReadonlySet<number>): Promise<StepProgress> {
    switch (erasure.step) {
      case 'documents':
        return this.eraseDocuments(erasure, issued);
      case 'comments':
        return { after: await this.eraseComments(erasure) };
      default:
        return { after: await this.texts[erasure.step as TextStep](erasure) };
    }
  }

  /** Issues the next invoices and credit notes as they are. @returns their ids */
  private async issueDocuments(erasure: Erasure): Promise<ReadonlySet<number>> {
    const ids = await this.listUnerasedDocuments(erasure, erasure.after, ROWS_PER_STEP);
    return this.retention.storeFilesOfNextRetained(await this.listTypesAndDates(ids));
  }

  /** @param issued the retained documents that may be erased, because they were issued before */
  private async eraseDocuments(
    erasure: Erasure,
    issued: ReadonlySet<number> = new Set(),
  ): Promise<StepProgress> {
    const { pId, after, marks, documents } = erasure;
    const { writer } = this.dataAccess;
    const next = await this.listUnerasedDocuments(erasure, after, ROWS_PER_STEP);
    if (next.length === 0) return { after: undefined };
    await writer.lock(SalesDocument, next);
    const all = await this.listTypesAndDates(next);
    const end = all.findIndex((one) => this.retention.isRetained(one) && !issued.has(one.id));
    const found = end < 0 ? all : all.slice(0, end);
    if (found.length === 0) return { after };
    const ids = found.map(({ id }) => id);
    const retained = found.filter((one) => this.retention.isRetained(one));
    const retainedIds = new Set(retained.map(({ id }) => id));
    await this.retention.copyCustomers([...retainedIds]);
    const texts = await this.rows.listTextsOfDocuments(ids);
    await this.rows.replaceInDocuments([...retainedIds], pId, { keepsRetained: true });
    const others = ids.filter((id) => !retainedIds.has(id));
    await this.rows.replaceInDocuments(others, pId);
    const dates = [erasure.oldestKept ?? undefined, ...retained.map(({ date }) => date)];
    const oldest = dates.flatMap((date) => date?.getTime() ?? []);
    return {
      after: ids.at(-1),
      documents: documents + ids.length,
      marks: addIdentifiers(marks ?? NO_IDENTIFIERS, texts),
      oldestKept: oldest.length === 0 ? null : new Date(Math.min(...oldest)),
    };
  }

  private async eraseComments({ id: userId, pId, after }: Erasure): Promise<StepPosition> {
    const ofUser = [is('userId', userId), isAtLeast('id', after + 1)];
    const options = { order: [{ property: 'id' as const }], limit: ROWS_PER_STEP };
    const ids = await this.dataAccess.loader.listIds(UserComment, ofUser, options);
    if (ids.length > 0) await this.rows.replaceComments(ids, pId);
    return ids.at(-1);
  }

  private listTypesAndDates(ids: readonly number[]) {
    return this.dataAccess.loader.listByIds(SalesDocument, ids, typeAndDatePlan);
  }

  private listUnerasedDocuments(
    { id: userId, pId }: Pick<Erasure, 'id' | 'pId'>,
    after: number,
    limit: number,
  ): Promise<number[]> {
    const isTheirs: Condition[] = [is('userId', userId), isAtLeast('id', after + 1)];
    // `pId` is the pseudonym that replaces the person's.
    const isUnerased = anyOf(isNull('userPId'), isNot('userPId', pId));
    const options = { order: [{ property: 'id' as const }], limit };
    return this.dataAccess.loader.listIds(SalesDocument, [...isTheirs, isUnerased], options);
  }

  private find(userId: number): Promise<Erasure | undefined> {
    const { loader } = this.dataAccess;
    return loader.findById(Erasure, userId, loader.fullPlan(Erasure));
  }
}

type TextStep = Exclude<ErasureStep, 'documents' | 'comments' | 'files'>;
