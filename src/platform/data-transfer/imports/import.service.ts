import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../api/observability/logging';
import { SecretReplaced } from '../../../api/problems/problems';
import { Validators } from '../../../api/validation/validators';
import { currentContext, runAs, reauthorizeCaller } from '../../../core/actor-context';
import { DomainError } from '../../../core/errors';
import { type MetricCounter, Metrics } from '../../../core/metrics';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import { Stores, isViolationOf } from '../../../database';
import { BatchWriter } from './batch-writer';
import { BlankLineSkipper } from './blank-line-skipper';
import { DryRun } from './dry-run';
import { ImportInterrupted, ImportStopped } from './import-errors';
import { LineReader, type ReadRecord, getLineBytes } from './line-reader';
import { LineSplitter, type RawLine } from './line-splitter';
import {
  type ImportRecord,
  type ImportCaller,
  type ImportRecordType,
  type ImportOutcome,
  toRejectedOutcome,
  type StoredOutcome,
} from './import-record-type';
import { ImportRecordTypes } from './import-record-types';
import { RepeatedRecords } from './repeated-records';
import { type ImportRecordError, type ImportSummary, ImportCounters } from './import-summary';

/** How far an import has come. */
export interface ImportProgress {
  /** Bytes of the input that were read. */
  readonly bytes: number;
  /** Lines whose outcome is known. */
  readonly lines: number;
  readonly rejected: number;
}

export interface ImportServiceOptions extends ImportCaller {
  /** Called after every batch. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called and awaited for every rejected record, also for those that the summary does not list. */
  readonly onError?: (error: ImportRecordError) => void | Promise<void>;
  /** Whether the errors of the summary have their records; those of `onError` have them anyway. */
  readonly includeRecords?: boolean;
  /** Whether a record is rejected if an earlier one of the import has stored a different one of its key. */
  readonly rejectsRepeated?: boolean;
  /** Ends the import after the batch that is being stored. */
  readonly signal?: AbortSignal;
}

/** Few enough that a batch takes a fraction of a second, so that nobody else waits for long. */
const MAX_BATCH_LINES = 250;
/** What memory holds is a multiple of it: an order's rows, taxes and the like are many small objects. */
const MAX_BATCH_BYTES = 512 * 1024;
/** A line of that size is the last one of its batch: orders of a thousand rows are stored one by one. */
const LARGE_LINE_BYTES = 64 * 1024;

/** How a store's data gets in: as lines of JSON, each a record of some type. */
@Injectable()
export class ImportService {
  private readonly reader: LineReader;
  private readonly batches: BatchWriter;
  private readonly counter: RecordCounter;

  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly stores: Stores,
    shapes: Validators,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>,
    metrics: Metrics,
  ) {
    this.counter = metrics.counter({
      name: 'import_lines_total',
      help: 'Lines of imports by type and outcome: created, updated, unchanged, rejected',
      labels: ['type', 'result'],
    });
    this.reader = new LineReader(importRecordTypes, shapes);
    this.batches = new BatchWriter(stores, logger);
  }

  /**
   * Stores the lines of a stream (NDJSON in UTF-8), in order, in transactions of some hundred lines.
   * It reads on only once a batch is stored, and running it again leads to the same state. A dry run stores nothing.
   * @throws ImportInterrupted when the database is lost, the input breaks off or has too many blank lines in a row, or the
   * signal comes
   */
  async run(
    input: AsyncIterable<Buffer | string>,
    options: ImportServiceOptions,
  ): Promise<ImportSummary> {
    const batches = options.isDryRun ? new DryRun(this.stores, this.logger) : this.batches;
    const course = new ImportRun(this.reader, batches, this.counter, options);
    try {
      await runAs({ kind: 'import', id: 0, name: currentContext().actor.name }, () =>
        course.run(input),
      );
      return course.summary();
    } catch (error) {
      throw error instanceof DomainError ? new ImportInterrupted(error, course.summary()) : error;
    }
  }

  /**
   * Stores one record whose shape has already been checked.
   * @param value the checked record
   * @param given the record as it was sent; its fingerprint is taken from it
   * @throws the error of a record that is rejected
   */
  async importOne<T extends object>(
    type: string,
    { value, given }: { readonly value: T; readonly given: unknown },
    caller: ImportCaller,
  ): Promise<StoredOutcome> {
    const kind = this.importRecordTypes.find(type);
    if (!kind) throw new Error(`There are no lines of the type ${type}`);
    const { unitOfWork } = this.stores;
    const line = { value, ...this.reader.fingerprints(kind, given) };
    const store = (): Promise<StoredOutcome> =>
      unitOfWork.attempt(() => storeOne(kind, line, caller));
    try {
      return await store();
    } catch (error) {
      // Somebody has stored the same meanwhile: this time the line's own check finds it.
      if (isViolationOf(error, 'unique')) return store();
      throw error;
    }
  }
}

async function storeOne(
  kind: ImportRecordType,
  line: ImportRecord<object>,
  caller: ImportCaller,
): Promise<StoredOutcome> {
  const [outcome] = await kind.store([line], caller);
  if (outcome && outcome.result !== 'rejected') return outcome;
  throw outcome?.error ?? new Error(`${kind.type}: ${outcome?.detail ?? 'no outcome'}`);
}

type RecordCounter = MetricCounter<'type' | 'result'>;

/** One import under way. */
class ImportRun {
  private readonly splitter = new LineSplitter();
  private readonly blankLines = new BlankLineSkipper();
  private readonly counters: ImportCounters;
  private readonly repeatedRecords = new RepeatedRecords();
  private batch: ReadRecord[] = [];
  private batchBytes = 0;
  private bytes = 0;
  private lines = 0;

  constructor(
    private readonly reader: LineReader,
    private readonly batches: Pick<BatchWriter, 'store'>,
    private readonly counter: RecordCounter,
    private readonly options: ImportServiceOptions,
  ) {
    this.counters = new ImportCounters({ listsRecords: options.includeRecords === true });
  }

  summary(): ImportSummary {
    const dryRun = this.options.isDryRun ?? false;
    return { ...this.counters.summary(), ...this.repeatedRecords.summary(), dryRun };
  }

  async run(input: AsyncIterable<Buffer | string>): Promise<void> {
    for await (const chunk of untilStopped(input, this.options.signal)) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.bytes += bytes.length;
      for (const raw of this.splitter.push(bytes)) {
        await this.addLine(raw);
        if (this.isFull()) await this.storeBatchOrStop();
      }
    }
    const last = this.splitter.end();
    if (last) await this.addLine(last);
    await this.storeBatch();
  }

  private async addLine(raw: RawLine): Promise<void> {
    if (this.blankLines.skip(raw)) return;
    await yieldToEventLoop();
    const parsed = this.reader.parse(raw);
    if (!parsed) return;
    await yieldToEventLoop();
    const line = await this.withoutRepetition(this.reader.check(parsed, this.options));
    this.batch.push(line);
    this.batchBytes += getLineBytes(line);
  }

  /** What became of earlier records of its key is known before a line is refused for them. */
  private async withoutRepetition(line: ReadRecord): Promise<ReadRecord> {
    if (this.options.rejectsRepeated !== true) return line;
    if (this.repeatedRecords.isPending(line)) await this.storeBatch();
    this.repeatedRecords.collect(line);
    return this.repeatedRecords.rejectIfRepeated(line);
  }

  private isFull(): boolean {
    const line = this.batch.at(-1);
    const last = line ? getLineBytes(line) : 0;
    return (
      this.batch.length >= MAX_BATCH_LINES ||
      this.batchBytes >= MAX_BATCH_BYTES ||
      last >= LARGE_LINE_BYTES
    );
  }

  private async storeBatch(): Promise<void> {
    await yieldToEventLoop();
    // Also where nothing of it can be stored, and before passwords are hashed for it.
    await reauthorizeCaller();
    const lines = await this.withoutForbidden(this.batch);
    const outcomes = await this.batches.store(lines, this.options);
    this.batch = [];
    this.batchBytes = 0;
    for (const [index, outcome] of outcomes.entries()) {
      const line = lines[index] as ReadRecord;
      const isKnown = this.reader.hasType(line.type);
      const error = this.counters.add(line, isKnown, outcome);
      this.repeatedRecords.recordOutcome(line, outcome);
      if (!this.options.isDryRun) this.count(isKnown ? line.type : 'unknown', outcome);
      if (error) await this.options.onError?.(error);
    }
    this.lines += lines.length;
    const { bytes, lines: done, counters } = this;
    this.options.onProgress?.({ bytes, lines: done, rejected: counters.rejected });
  }

  /**
   * Rejects records that could make or change an administrator, if the caller uses a replaced secret: also those of the scope
   * `*`, which no rule of an operation limits.
   */
  private async withoutForbidden(lines: readonly ReadRecord[]): Promise<readonly ReadRecord[]> {
    const isSensitive = ({ content }: ReadRecord): boolean =>
      content.result === undefined &&
      (content.recordType.canMakeAdministrator === true || content.recordType.scope === '*');
    if (!lines.some(isSensitive) || !(await this.options.isReplaced?.())) return lines;
    const content = toRejectedOutcome(new SecretReplaced());
    return lines.map((line) => (isSensitive(line) ? { ...line, content } : line));
  }

  private count(type: string, { result }: ImportOutcome): void {
    this.counter.add({ type, result });
  }

  private async storeBatchOrStop(): Promise<void> {
    await this.storeBatch();
    // The embedded database answers without a pause, so others get their turn here.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.options.signal?.aborted) throw new ImportStopped();
  }
}

/** The same chunks until the signal comes, even while it waits for one. @throws ImportStopped */
async function* untilStopped<T>(input: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  const iterator = input[Symbol.asyncIterator]();
  let isEnded = false;
  try {
    for (;;) {
      const next = await nextUnlessStopped(iterator, signal);
      isEnded = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: an input that waits for its source would end only when the source does.
    if (!isEnded) iterator.return?.().catch(() => undefined);
  }
}

function nextUnlessStopped<T>(
  iterator: AsyncIterator<T>,
  signal?: AbortSignal,
): Promise<IteratorResult<T>> {
  if (!signal) return iterator.next();
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new ImportStopped());
    };
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    iterator
      .next()
      .finally(() => {
        signal.removeEventListener('abort', stop);
      })
      .then(resolve, reject);
  });
}
