import type { CheckedLine } from './line-reader';
import type { ImportOutcome } from './import-record-type';
import { toFingerprintPrefix, SeenRecords } from './seen-records';
import { truncateName, type Repetition, type RepetitionSummary } from './import-summary';

const MAX_LISTED_REPETITIONS = 1_000;

/** Finds different records with the same key within an import. */
export class RepeatedRecordDetector {
  private repetitionCount = 0;
  private readonly repetitions: Repetition[] = [];
  /** Keys of the current batch. */
  private readonly pendingKeys = new Set<string>();

  /** @param options.comparesAll whether `rejectIfRepeated` compares the records; otherwise they need no fingerprints */
  constructor(
    private readonly options: { readonly comparesAll: boolean },
    private readonly seen = new SeenRecords(),
  ) {}

  /** Whether the current batch has a record with the same key. */
  isPending(record: CheckedLine): boolean {
    const key = toSeenKey(record);
    return key !== undefined && this.pendingKeys.has(key);
  }

  addPending(record: CheckedLine): void {
    const key = toSeenKey(record);
    if (key !== undefined) this.pendingKeys.add(key);
  }

  /** @returns the record, rejected if an earlier record with the same key differs */
  rejectIfRepeated(record: CheckedLine): CheckedLine {
    const { content } = record;
    const key = toSeenKey(record);
    if (key === undefined || content.result !== undefined) return record;
    const earlier = this.seen.find(key);
    if (!earlier || earlier.fingerprintPrefix === toFingerprintPrefix(content.record))
      return record;
    const detail = `Line ${earlier.line} contains a different record with the same key.`;
    const rejected = { result: 'rejected', code: 'record.repeated', detail, pointer: '' } as const;
    return { ...record, content: rejected };
  }

  /** Records the outcome of a record of the batch. */
  recordOutcome(record: CheckedLine, { result }: ImportOutcome): void {
    const { content, lineNumber, type, pId } = record;
    const key = toSeenKey(record);
    if (key === undefined) return;
    this.pendingKeys.delete(key);
    if (content.result !== undefined || result === 'rejected') return;
    const fingerprintPrefix = this.options.comparesAll ? toFingerprintPrefix(content.record) : 0;
    const earlier = this.seen.set(key, { line: lineNumber, fingerprintPrefix });
    if (!earlier || result === 'unchanged') return;
    this.repetitionCount += 1;
    if (this.repetitions.length >= MAX_LISTED_REPETITIONS) return;
    this.repetitions.push({
      line: lineNumber,
      earlierLine: earlier.line,
      type,
      pId: truncateName(pId),
    });
  }

  getSummary(): RepetitionSummary {
    return {
      repeated: this.repetitionCount,
      repeatedRecords: [...this.repetitions],
      repeatedUnknown: !this.seen.isComplete,
    };
  }
}

function toSeenKey({ type, content }: CheckedLine): string | undefined {
  if (content.result !== undefined || content.key === undefined) return undefined;
  return `${type} ${content.key}`;
}
