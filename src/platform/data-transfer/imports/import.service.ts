import { setMaxListeners } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../api/observability/logging';
import { ApiKeySecretReplaced } from '../../../api/problems/api-errors';
import { ValidatorCompiler } from '../../../api/validation/validator-compiler';
import { getActorContext, runAs, reauthorizeCaller } from '../../../core/actor-context';
import { DomainError } from '../../../core/errors';
import { type MetricCounter, Metrics } from '../../../core/metrics';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import { DataAccess, isViolationOf } from '../../../database';
import { BatchWriter } from './batch-writer';
import { BlankLineLimiter } from './blank-line-limiter';
import { DryRun } from './dry-run';
import { ImportInterrupted, ImportStopped } from './import-errors';
import { LineReader, type CheckedLine, getLineBytes } from './line-reader';
import { LineSplitter, type RawLine } from './line-splitter';
import {
  type ImportRecord,
  type ImportCaller,
  type ImportRecordType,
  type ImportOutcome,
  toRejectedOutcome,
  type StoredOutcome,
} from './import-record-type';
import { ImportRecordTypeRegistry } from './import-record-type-registry';
import { RepeatedRecordDetector } from './repeated-record-detector';
import { type ImportRecordError, type ImportSummary, ImportSummaryBuilder } from './import-summary';

/** Progress of an import. */
export interface ImportProgress {
  /** Bytes of the input that were read. */
  readonly bytes: number;
  /** Number of records with an outcome. */
  readonly lines: number;
  readonly rejected: number;
}

export interface ImportServiceOptions extends ImportCaller {
  /** Called after every batch. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called and awaited for every rejected record, including those that the summary doesn't list. */
  readonly onError?: (error: ImportRecordError) => void | Promise<void>;
  /** Whether the errors in the summary contain their records; those for `onError` always do. */
  readonly includeRecords?: boolean;
  /** Whether a record is rejected if an earlier record of the import with the same key differs. */
  readonly rejectsRepeated?: boolean;
  /** Ends the import after the current batch. */
  readonly signal?: AbortSignal;
}

/** Few enough that a batch takes a fraction of a second, so that other requests don't wait for long. */
const MAX_BATCH_LINES = 250;
/** A batch uses a multiple of this size in memory: the rows and taxes of an order are many small objects. */
const MAX_BATCH_BYTES = 512 * 1024;
/** A line of this size is the last one of its batch: orders of a thousand rows are stored one by one. */
const LARGE_LINE_BYTES = 64 * 1024;

/** Imports a store's data from lines of JSON, each a record of some type. */
@Injectable()
export class ImportService {
  private readonly reader: LineReader;
  private readonly batchWriter: BatchWriter;
  private readonly linesMetric: ImportLinesCounter;

  constructor(
    private readonly importRecordTypes: ImportRecordTypeRegistry,
    private readonly dataAccess: DataAccess,
    validators: ValidatorCompiler,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>,
    metrics: Metrics,
  ) {
    this.linesMetric = metrics.counter({
      name: 'import_lines_total',
      help: 'Lines of imports by type and outcome: created, updated, unchanged, rejected',
      labels: ['type', 'result'],
    });
    this.reader = new LineReader(importRecordTypes, validators);
    this.batchWriter = new BatchWriter(dataAccess, logger);
  }

  /**
   * Stores the records of a stream (NDJSON in UTF-8), in order, in transactions of a few hundred records. The next
   * lines are read only after a batch is stored. Repeating an import leads to the same state. A dry run stores nothing.
   * @throws ImportInterrupted if the database fails, the input breaks off or has too many consecutive blank lines, or
   * `signal` is aborted
   */
  async run(
    input: AsyncIterable<Buffer | string>,
    options: ImportServiceOptions,
  ): Promise<ImportSummary> {
    const batchWriter = options.isDryRun
      ? new DryRun(this.dataAccess, this.logger)
      : this.batchWriter;
    const importRun = new ImportRun(this.reader, batchWriter, this.linesMetric, options);
    try {
      await runAs({ kind: 'import', id: 0, name: getActorContext().actor.name }, () =>
        importRun.run(input),
      );
      return importRun.getSummary();
    } catch (error) {
      throw error instanceof DomainError
        ? new ImportInterrupted(error, importRun.getSummary())
        : error;
    }
  }

  /**
   * Stores one record that has already been validated.
   * @param value the validated record
   * @param rawRecord the record as it was sent, for its fingerprint
   * @throws the error of a rejected record
   */
  async importOne<T extends object>(
    type: string,
    { value, rawRecord }: { readonly value: T; readonly rawRecord: unknown },
    caller: ImportCaller,
  ): Promise<StoredOutcome> {
    const recordType = this.importRecordTypes.find(type);
    if (!recordType) throw new Error(`Unknown record type ${type}`);
    const { unitOfWork } = this.dataAccess;
    const record = {
      value,
      getFingerprints: this.reader.createLazyFingerprints(recordType, () => rawRecord),
    };
    const store = (): Promise<StoredOutcome> =>
      unitOfWork.runInSavepoint(() => storeOne(recordType, record, caller));
    try {
      return await store();
    } catch (error) {
      // A concurrent request has stored the same record: the importer finds it the second time.
      if (isViolationOf(error, 'unique')) return store();
      throw error;
    }
  }
}

async function storeOne(
  recordType: ImportRecordType,
  record: ImportRecord<object>,
  caller: ImportCaller,
): Promise<StoredOutcome> {
  const [outcome] = await recordType.store([record], caller);
  if (outcome && outcome.result !== 'rejected') return outcome;
  throw outcome?.error ?? new Error(`${recordType.type}: ${outcome?.detail ?? 'no outcome'}`);
}

type ImportLinesCounter = MetricCounter<'type' | 'result'>;

/** A running import. */
class ImportRun {
  private readonly splitter = new LineSplitter();
  private readonly blankLineLimiter = new BlankLineLimiter();
  private readonly summaryBuilder: ImportSummaryBuilder;
  private readonly repeatedRecords: RepeatedRecordDetector;
  private batch: CheckedLine[] = [];
  private batchBytes = 0;
  private bytes = 0;
  private lines = 0;

  constructor(
    private readonly reader: LineReader,
    private readonly batchWriter: Pick<BatchWriter, 'processBatch'>,
    private readonly metricCounter: ImportLinesCounter,
    private readonly options: ImportServiceOptions,
  ) {
    this.summaryBuilder = new ImportSummaryBuilder({
      listsRecords: options.includeRecords === true,
      isDryRun: options.isDryRun === true,
    });
    this.repeatedRecords = new RepeatedRecordDetector({
      comparesAll: options.rejectsRepeated === true,
    });
  }

  getSummary(): ImportSummary {
    const dryRun = this.options.isDryRun ?? false;
    return { ...this.summaryBuilder.toSummary(), ...this.repeatedRecords.getSummary(), dryRun };
  }

  async run(input: AsyncIterable<Buffer | string>): Promise<void> {
    for await (const chunk of readUntilAborted(input, this.options.signal)) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.bytes += bytes.length;
      for (const raw of this.splitter.push(bytes)) {
        await this.addLine(raw);
        if (this.isBatchFull()) await this.storeBatchAndCheckAbort();
      }
    }
    const last = this.splitter.end();
    if (last) await this.addLine(last);
    await this.storeBatch();
  }

  private async addLine(raw: RawLine): Promise<void> {
    if (this.blankLineLimiter.countIfBlank(raw)) return;
    await yieldToEventLoop();
    const parsed = this.reader.parse(raw);
    if (!parsed) return;
    await yieldToEventLoop();
    const record = await this.rejectRepetition(this.reader.check(parsed, this.options));
    this.batch.push(record);
    this.batchBytes += getLineBytes(record);
  }

  /**
   * Rejects a record that differs from an earlier one with the same key, if the options ask for it. The current batch
   * is stored first if it has a record with this key, because the outcome of that record decides.
   */
  private async rejectRepetition(record: CheckedLine): Promise<CheckedLine> {
    if (this.options.rejectsRepeated !== true) return record;
    if (this.repeatedRecords.isPending(record)) await this.storeBatch();
    this.repeatedRecords.addPending(record);
    return this.repeatedRecords.rejectIfRepeated(record);
  }

  private isBatchFull(): boolean {
    const record = this.batch.at(-1);
    const last = record ? getLineBytes(record) : 0;
    return (
      this.batch.length >= MAX_BATCH_LINES ||
      this.batchBytes >= MAX_BATCH_BYTES ||
      last >= LARGE_LINE_BYTES
    );
  }

  private async storeBatch(): Promise<void> {
    await yieldToEventLoop();
    // The caller is checked even if no record can be stored, and before passwords are hashed.
    await reauthorizeCaller();
    const records = await this.rejectForbidden(this.batch);
    const outcomes = await this.batchWriter.processBatch(records, this.options);
    this.batch = [];
    this.batchBytes = 0;
    for (const [index, outcome] of outcomes.entries()) {
      const record = records[index] as CheckedLine;
      const isKnown = this.reader.hasType(record.type);
      const error = this.summaryBuilder.add(record, isKnown, outcome);
      this.repeatedRecords.recordOutcome(record, outcome);
      if (!this.options.isDryRun) this.count(isKnown ? record.type : 'unknown', outcome);
      if (error) await this.options.onError?.(error);
    }
    this.lines += records.length;
    const { bytes, lines, summaryBuilder } = this;
    this.options.onProgress?.({ bytes, lines, rejected: summaryBuilder.rejected });
  }

  /**
   * Rejects records that could create or change an administrator if the caller uses a replaced secret. Records of types
   * with the scope `*` are rejected as well, because the corresponding operations check the secret, too.
   */
  private async rejectForbidden(records: readonly CheckedLine[]): Promise<readonly CheckedLine[]> {
    const isSensitive = ({ content }: CheckedLine): boolean =>
      content.result === undefined &&
      (content.recordType.canMakeAdministrator === true || content.recordType.scope === '*');
    if (!records.some(isSensitive) || !(await this.options.checkSecretReplaced?.())) return records;
    const content = toRejectedOutcome(new ApiKeySecretReplaced());
    return records.map((record) => (isSensitive(record) ? { ...record, content } : record));
  }

  private count(type: string, { result }: ImportOutcome): void {
    this.metricCounter.add({ type, result });
  }

  private async storeBatchAndCheckAbort(): Promise<void> {
    await this.storeBatch();
    // SQLite answers synchronously, so other requests run here.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.options.signal?.aborted) throw new ImportStopped();
  }
}

/** Yields the chunks of the input until the signal is aborted, even while waiting for one. @throws ImportStopped */
async function* readUntilAborted<T>(
  input: AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  // Each running import listens, and Node.js takes eleven listeners for a leak.
  if (signal) setMaxListeners(Infinity, signal);
  const iterator = input[Symbol.asyncIterator]();
  let isEnded = false;
  try {
    for (;;) {
      const next = await readNextUnlessAborted(iterator, signal);
      isEnded = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: an input that waits for its source would end only with the source.
    if (!isEnded) iterator.return?.().catch(() => undefined);
  }
}

function readNextUnlessAborted<T>(
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
