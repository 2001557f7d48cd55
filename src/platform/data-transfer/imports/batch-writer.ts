import type { Logger } from 'pino';
import { DomainError, DatabaseBusy } from '../../../core/errors';
import { Semaphore } from '../../../core/semaphore';
import { ConstraintViolation, type Stores, isViolationOf } from '../../../database';
import { IMPORT_LOCK_ID, ImportLock } from './import-lock.entity';
import type { StorableRecord, ReadRecord } from './line-reader';
import {
  type ImportCaller,
  type ImportOutcome,
  type RejectedOutcome,
  toRejectedOutcome,
  VALUE_TAKEN,
} from './import-record-type';

/** How long a batch waits for other imports of the same process that met one another. */
const WAIT_TIMEOUT_MS = 300_000;

/** How a batch is stored. */
interface BatchOptions {
  readonly caller: ImportCaller;
  /** Whether other imports that met another one wait until it is stored. */
  readonly isAlone: boolean;
}

/** A record that another import may be storing is in the way. */
class OverlapError extends Error {}

/** Stores batches of lines, each in one transaction; a bad line does not stop the others. */
export class BatchWriter {
  private readonly overlapSemaphore = new Semaphore(1);

  constructor(
    private readonly stores: Stores,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /**
   * Stores what can be stored of the lines, together.
   * @returns one outcome for each line, in order
   * @throws DatabaseUnavailable, DatabaseBusy: then nothing of the batch is stored
   */
  store(lines: readonly ReadRecord[], caller: ImportCaller): Promise<ImportOutcome[]> {
    return collectOutcomes(lines, caller, (readable) => this.storeTogether(readable, caller));
  }

  /** Stores the lines in one unit of work; once more, after others that do so, when another import was in the way. */
  private async storeTogether(
    contents: readonly StorableRecord[],
    caller: ImportCaller,
  ): Promise<OutcomeMap> {
    try {
      return await this.storeAll(contents, { caller, isAlone: false });
    } catch (error) {
      if (!(error instanceof OverlapError)) throw error;
    }
    if (!(await this.overlapSemaphore.acquire(WAIT_TIMEOUT_MS))) throw new DatabaseBusy();
    try {
      return await this.storeAll(contents, { caller, isAlone: true });
    } finally {
      this.overlapSemaphore.release();
    }
  }

  /** @throws Overlap when a record is in the way of an import that is not alone: nothing is stored then */
  private storeAll(contents: readonly StorableRecord[], batch: BatchOptions): Promise<OutcomeMap> {
    const { unitOfWork, writer } = this.stores;
    let isFirst = true;
    return unitOfWork.run(async () => {
      if (batch.isAlone) await writer.lock(ImportLock, [IMPORT_LOCK_ID]);
      else if (!isFirst) throw new OverlapError();
      isFirst = false;
      const outcomes: OutcomeMap = new Map();
      for (const run of splitIntoRuns(contents)) await this.storeRun(run, { ...batch, outcomes });
      return outcomes;
    });
  }

  /**
   * A run that fails is rolled back and tried again in halves, until the lines at fault are alone.
   * @param isFirst whether a conflict is tried again as it is: a writer that does not wait may have stored the same
   * record meanwhile, which is found this time
   */
  private async storeRun(
    run: readonly StorableRecord[],
    batch: BatchContext,
    isFirst = true,
  ): Promise<void> {
    const { caller, isAlone, outcomes } = batch;
    try {
      const stored = await this.stores.unitOfWork.attempt(() => runImporter(run, 'store', caller));
      for (const [content, outcome] of stored) outcomes.set(content, outcome);
    } catch (error) {
      if (this.stores.database.isOutage(error)) throw error;
      if (isConflict(error) && !isAlone) throw new OverlapError();
      if (isConflict(error) && isFirst) return this.storeRun(run, batch, false);
      if (run.length === 1)
        outcomes.set(run[0] as StorableRecord, toFailedOutcome(error, this.logger));
      else for (const half of splitInHalf(run)) await this.storeRun(half, batch);
    }
  }
}

/** Outcomes by lines. */
export type OutcomeMap = Map<StorableRecord, ImportOutcome>;

interface BatchContext extends BatchOptions {
  readonly outcomes: OutcomeMap;
}

/**
 * One outcome for each line, in order: those that can't be read have theirs.
 * @param find the outcomes of all others
 */
export async function collectOutcomes(
  lines: readonly ReadRecord[],
  caller: ImportCaller,
  find: (readable: readonly StorableRecord[]) => Promise<OutcomeMap>,
): Promise<ImportOutcome[]> {
  const readable = lines.flatMap(({ content }) => (content.result === undefined ? content : []));
  await prepareLines(readable, caller);
  const outcomes =
    readable.length > 0 ? await find(readable) : new Map<StorableRecord, ImportOutcome>();
  return lines.map(({ content }) =>
    content.result === undefined ? (outcomes.get(content) as ImportOutcome) : content,
  );
}

export function splitInHalf(run: readonly StorableRecord[]): [StorableRecord[], StorableRecord[]] {
  const middle = run.length >> 1;
  return [run.slice(0, middle), run.slice(middle)];
}

/** The outcome of a line that has failed alone. */
export function toFailedOutcome(error: unknown, logger: Pick<Logger, 'error'>): RejectedOutcome {
  if (error instanceof DomainError) return toRejectedOutcome(error);
  if (error instanceof ConstraintViolation) {
    return { result: 'rejected', pointer: '', ...violationRejections[error.kind] };
  }
  logger.error({ err: error }, 'a line could not be stored');
  const detail = 'The line could not be stored; the log of the service says why.';
  return { result: 'rejected', code: 'line.failed', detail, pointer: '' };
}

/** Whether another record is in the way. */
function isConflict(error: unknown): boolean {
  return isViolationOf(error, 'unique') || (error instanceof DomainError && error.status === 409);
}

const violationRejections: Readonly<
  Record<ConstraintViolation['kind'], { readonly code: string; readonly detail: string }>
> = {
  unique: VALUE_TAKEN,
  foreignKey: {
    code: 'reference.notFound',
    detail: 'The line refers to a record that is not there.',
  },
  check: { code: 'value.notAllowed', detail: 'A value is not one that can be stored.' },
  notNull: { code: 'value.missing', detail: 'A value that is needed is missing.' },
};

async function prepareLines(
  contents: readonly StorableRecord[],
  caller: ImportCaller,
): Promise<void> {
  for (const kind of new Set(contents.map((content) => content.recordType))) {
    const ofKind = contents.filter((content) => content.recordType === kind);
    await kind.prepare?.(
      ofKind.map(({ record }) => record.value),
      caller,
    );
  }
}

/** Has the kind of a run store it, or find out what that would do. */
export async function runImporter(
  run: readonly StorableRecord[],
  task: 'store' | 'dryRun',
  caller: ImportCaller,
): Promise<(readonly [StorableRecord, ImportOutcome])[]> {
  const kind = run[0]?.recordType;
  const lines = run.map(({ record }) => record);
  const outcomes = (await kind?.[task]?.(lines, caller)) ?? [];
  return run.map((content, at) => {
    const outcome = outcomes[at];
    if (!outcome)
      throw new Error(`${String(kind?.type)}: ${outcomes.length} outcomes for ${run.length}`);
    return [content, outcome];
  });
}

/**
 * Cuts lines into runs of one type, in which no key occurs twice and no line refers to another.
 */
export function splitIntoRuns(contents: readonly StorableRecord[]): StorableRecord[][] {
  const runs: StorableRecord[][] = [];
  let run: StorableRecord[] = [];
  let keys = new Set<string>();
  for (const content of contents) {
    const { recordType, key, refersTo } = content;
    const isApart =
      run[0]?.recordType !== recordType ||
      (key !== undefined && keys.has(key)) ||
      refersTo.some((reference) => keys.has(reference));
    if (isApart) {
      runs.push((run = []));
      keys = new Set();
    }
    run.push(content);
    if (key !== undefined) keys.add(key);
  }
  return runs;
}
