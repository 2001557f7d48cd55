import type { Logger } from 'pino';
import { DomainError } from '../../core/errors';
import { ConstraintViolation, type Stores } from '../../database';
import type { Content, ReadLine } from './line-reader';
import { type LineCaller, type Outcome, type Rejected, rejection } from './line-type';

/** Stores batches of lines, each in one transaction; a bad line does not stop the others. */
export class BatchStore {
  constructor(
    private readonly stores: Stores,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /**
   * Stores what can be stored of the lines, together.
   * @returns one outcome for each line, in order
   * @throws DatabaseUnavailable, TryAgain: then nothing of the batch is stored
   */
  async store(lines: readonly ReadLine[], caller: LineCaller): Promise<Outcome[]> {
    const contents = lines.map(({ content }) => content);
    const readable = contents.filter((content) => content.result === undefined);
    await prepareLines(readable, caller);
    const stored = readable.length > 0 ? await this.storeTogether(readable, caller) : [];
    let next = 0;
    return contents.map((content) =>
      content.result === undefined ? (stored[next++] as Outcome) : content,
    );
  }

  private storeTogether(contents: readonly Content[], caller: LineCaller): Promise<Outcome[]> {
    return this.stores.unitOfWork.run(async () => {
      const outcomes: Outcome[] = [];
      for (const run of runsOf(contents)) outcomes.push(...(await this.storeRun(run, caller)));
      return outcomes;
    });
  }

  /** A run that fails is rolled back and tried again in halves, until the lines at fault are alone. */
  private async storeRun(run: readonly Content[], caller: LineCaller): Promise<Outcome[]> {
    try {
      return await this.stores.unitOfWork.attempt(() => storeLines(run, caller));
    } catch (error) {
      if (this.stores.database.isOutage(error)) throw error;
      if (run.length === 1) return [this.rejectionOf(error)];
      const middle = run.length >> 1;
      return [
        ...(await this.storeRun(run.slice(0, middle), caller)),
        ...(await this.storeRun(run.slice(middle), caller)),
      ];
    }
  }

  private rejectionOf(error: unknown): Rejected {
    if (error instanceof DomainError) return rejection(error);
    if (error instanceof ConstraintViolation) {
      return { result: 'rejected', pointer: '', ...constraintTexts[error.kind] };
    }
    this.logger.error({ err: error }, 'a line could not be stored');
    const detail = 'The line could not be stored; the log of the service says why.';
    return { result: 'rejected', code: 'line.failed', detail, pointer: '' };
  }
}

const constraintTexts: Readonly<
  Record<ConstraintViolation['kind'], { readonly code: string; readonly detail: string }>
> = {
  unique: { code: 'value.taken', detail: 'Another record has a value that only one can have.' },
  foreignKey: {
    code: 'reference.notFound',
    detail: 'The line refers to a record that is not there.',
  },
  check: { code: 'value.notAllowed', detail: 'A value is not one that can be stored.' },
  notNull: { code: 'value.missing', detail: 'A value that is needed is missing.' },
};

async function prepareLines(contents: readonly Content[], caller: LineCaller): Promise<void> {
  for (const kind of new Set(contents.map((content) => content.kind))) {
    const ofKind = contents.filter((content) => content.kind === kind);
    await kind.prepare?.(
      ofKind.map(({ line }) => line.value),
      caller,
    );
  }
}

async function storeLines(run: readonly Content[], caller: LineCaller): Promise<Outcome[]> {
  const kind = run[0]?.kind;
  const outcomes =
    (await kind?.store(
      run.map(({ line }) => line),
      caller,
    )) ?? [];
  if (outcomes.length !== run.length) {
    throw new Error(`${String(kind?.type)}: ${outcomes.length} outcomes for ${run.length} lines`);
  }
  return outcomes;
}

/**
 * Cuts lines into runs of one type, in which no key occurs twice and no line refers to another.
 */
export function runsOf(contents: readonly Content[]): Content[][] {
  const runs: Content[][] = [];
  let run: Content[] = [];
  let keys = new Set<string>();
  for (const content of contents) {
    const { kind, key, refersTo } = content;
    const isApart =
      run[0]?.kind !== kind ||
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
