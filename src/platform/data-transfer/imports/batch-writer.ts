import type { Logger } from 'pino';
import { DomainError, DatabaseBusy } from '../../../core/errors';
import { Semaphore } from '../../../core/semaphore';
import { ConstraintViolation, type DataAccess, isViolationOf } from '../../../database';
import { IMPORT_LOCK_ID, ImportLock } from './import-lock.entity';
import type { StorableRecord, CheckedLine } from './line-reader';
import {
  type ImportCaller,
  type ImportOutcome,
  type RejectedOutcome,
  toRejectedOutcome,
  VALUE_TAKEN_OUTCOME,
} from './import-record-type';

/** How long a batch waits for conflicting imports of the same process. */
const WAIT_TIMEOUT_MS = 300_000;

/** How a batch is stored. */
interface BatchOptions {
  readonly caller: ImportCaller;
  /** Whether other imports with a conflict wait until this one is stored. */
  readonly isExclusive: boolean;
}

/** The record conflicts with one that another import may be storing. */
class OverlapError extends Error {}

/** Stores batches of records, each in one transaction; an invalid record doesn't stop the others. */
export class BatchWriter {
  private readonly overlapSemaphore = new Semaphore(1);

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /**
   * Stores the valid records together.
   * @returns one outcome for each record, in order
   * @throws DatabaseUnavailable, DatabaseBusy; nothing of the batch is stored then
   */
  processBatch(records: readonly CheckedLine[], caller: ImportCaller): Promise<ImportOutcome[]> {
    return collectOutcomes(records, caller, (readable) => this.storeTogether(readable, caller));
  }

  /**
   * Stores the records in one unit of work. After a conflict with another import, the batch waits for its turn, and is
   * stored again.
   */
  private async storeTogether(
    records: readonly StorableRecord[],
    caller: ImportCaller,
  ): Promise<OutcomeMap> {
    try {
      return await this.storeAll(records, { caller, isExclusive: false });
    } catch (error) {
      if (!(error instanceof OverlapError)) throw error;
    }
    if (!(await this.overlapSemaphore.acquire(WAIT_TIMEOUT_MS))) throw new DatabaseBusy();
    try {
      return await this.storeAll(records, { caller, isExclusive: true });
    } finally {
      this.overlapSemaphore.release();
    }
  }

  /** @throws OverlapError on a conflict with another import, unless this one is alone; nothing is stored then */
  private storeAll(records: readonly StorableRecord[], options: BatchOptions): Promise<OutcomeMap> {
    const { unitOfWork, writer } = this.dataAccess;
    let isFirstAttempt = true;
    return unitOfWork.run(async () => {
      if (options.isExclusive) await writer.lock(ImportLock, [IMPORT_LOCK_ID]);
      else if (!isFirstAttempt) throw new OverlapError();
      isFirstAttempt = false;
      const outcomes: OutcomeMap = new Map();
      for (const group of splitIntoGroups(records))
        await this.storeGroup(group, { ...options, outcomes });
      return outcomes;
    });
  }

  /**
   * Stores a group. A group that fails is rolled back and stored again in halves, until the invalid records are alone.
   * @param retriesOnConflict whether to retry once after a conflict: a concurrent request may have stored the same record, which
   * is found the second time
   */
  private async storeGroup(
    group: readonly StorableRecord[],
    context: BatchContext,
    retriesOnConflict = true,
  ): Promise<void> {
    const { caller, isExclusive, outcomes } = context;
    try {
      const stored = await this.dataAccess.unitOfWork.runInSavepoint(() =>
        runImporter(group, 'store', caller),
      );
      for (const [content, outcome] of stored) outcomes.set(content, outcome);
    } catch (error) {
      if (this.dataAccess.database.isDatabaseFailure(error)) throw error;
      if (isConflict(error) && !isExclusive) throw new OverlapError();
      if (isConflict(error) && retriesOnConflict) return this.storeGroup(group, context, false);
      if (group.length === 1)
        outcomes.set(group[0] as StorableRecord, toFailedOutcome(error, this.logger));
      else for (const half of splitInHalf(group)) await this.storeGroup(half, context);
    }
  }
}

/** Outcomes by record. */
export type OutcomeMap = Map<StorableRecord, ImportOutcome>;

interface BatchContext extends BatchOptions {
  readonly outcomes: OutcomeMap;
}

/**
 * Prepares the valid records, and collects one outcome for each record, in order. Records that were rejected when their
 * lines were checked already have their outcomes.
 * @param findOutcomes returns the outcomes of the valid records
 */
export async function collectOutcomes(
  records: readonly CheckedLine[],
  caller: ImportCaller,
  findOutcomes: (readable: readonly StorableRecord[]) => Promise<OutcomeMap>,
): Promise<ImportOutcome[]> {
  const readable = records.flatMap(({ content }) => (content.result === undefined ? content : []));
  await prepareRecords(readable, caller);
  const outcomes =
    readable.length > 0 ? await findOutcomes(readable) : new Map<StorableRecord, ImportOutcome>();
  return records.map(({ content }) =>
    content.result === undefined ? (outcomes.get(content) as ImportOutcome) : content,
  );
}

export function splitInHalf(
  group: readonly StorableRecord[],
): [StorableRecord[], StorableRecord[]] {
  const middle = group.length >> 1;
  return [group.slice(0, middle), group.slice(middle)];
}

/** Returns the outcome of a record that has failed alone. */
export function toFailedOutcome(error: unknown, logger: Pick<Logger, 'error'>): RejectedOutcome {
  if (error instanceof DomainError) return toRejectedOutcome(error);
  if (error instanceof ConstraintViolation) {
    return { result: 'rejected', pointer: '', ...violationRejections[error.constraintKind] };
  }
  logger.error({ err: error }, 'a record could not be stored');
  const detail = 'The line could not be stored. The log of the service contains the cause.';
  return { result: 'rejected', code: 'line.failed', detail, pointer: '' };
}

/** Whether an error is a conflict with another record. */
function isConflict(error: unknown): boolean {
  return isViolationOf(error, 'unique') || (error instanceof DomainError && error.status === 409);
}

const violationRejections: Readonly<
  Record<ConstraintViolation['constraintKind'], { readonly code: string; readonly detail: string }>
> = {
  unique: VALUE_TAKEN_OUTCOME,
  foreignKey: {
    code: 'reference.notFound',
    detail: 'The line refers to a record that does not exist.',
  },
  check: { code: 'value.notAllowed', detail: 'A value is not allowed.' },
  notNull: { code: 'value.missing', detail: 'A required value is missing.' },
};

async function prepareRecords(
  records: readonly StorableRecord[],
  caller: ImportCaller,
): Promise<void> {
  for (const recordType of new Set(records.map((content) => content.recordType))) {
    const recordsOfType = records.filter((content) => content.recordType === recordType);
    await recordType.prepare?.(
      recordsOfType.map(({ record }) => record.value),
      caller,
    );
  }
}

/** Stores a group with its importer, or finds out what that would do. */
export async function runImporter(
  group: readonly StorableRecord[],
  method: 'store' | 'dryRun',
  caller: ImportCaller,
): Promise<(readonly [StorableRecord, ImportOutcome])[]> {
  const recordType = group[0]?.recordType;
  const records = group.map(({ record }) => record);
  const outcomes = (await recordType?.[method]?.(records, caller)) ?? [];
  return group.map((content, at) => {
    const outcome = outcomes[at];
    if (!outcome)
      throw new Error(
        `${String(recordType?.type)}: ${outcomes.length} outcomes for ${group.length}`,
      );
    return [content, outcome];
  });
}

/** Splits records into groups of one type, in which no key occurs twice and no record refers to another. */
export function splitIntoGroups(records: readonly StorableRecord[]): StorableRecord[][] {
  const groups: StorableRecord[][] = [];
  let group: StorableRecord[] = [];
  let keys = new Set<string>();
  for (const content of records) {
    const { recordType, key, referencedKeys } = content;
    const startsNewGroup =
      group[0]?.recordType !== recordType ||
      (key !== undefined && keys.has(key)) ||
      referencedKeys.some((reference) => keys.has(reference));
    if (startsNewGroup) {
      groups.push((group = []));
      keys = new Set();
    }
    group.push(content);
    if (key !== undefined) keys.add(key);
  }
  return groups;
}
