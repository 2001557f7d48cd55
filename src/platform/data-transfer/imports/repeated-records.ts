import type { CheckedLine } from './line-reader';
import type { ImportOutcome } from './import-record-type';
import { toFingerprintPrefix, SeenRecords } from './seen-records';
import { truncateName, type Repetition, type RepetitionSummary } from './import-summary';

const MAX_LISTED = 1_000;

/** Finds different records with the same key within an import. */
export class RepeatedRecords {
  private count = 0;
  private readonly repetitions: Repetition[] = [];
  /** Keys of the current batch. */
  private readonly pending = new Set<string>();

  /** @param options.comparesAll whether `rejectIfRepeated` compares the records; otherwise they need no fingerprints */
  constructor(
    private readonly options: { readonly comparesAll: boolean },
    private readonly seen = new SeenRecords(),
  ) {}

  /** Whether the current batch has a record with the same key. */
  isPending(record: CheckedLine): boolean {
    const key = toSeenKey(record);
    return key !== undefined && this.pending.has(key);
  }

  addPending(record: CheckedLine): void {
    const key = toSeenKey(record);
    if (key !== undefined) this.pending.add(key);
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
    const { content, number, type, pId } = record;
    const key = toSeenKey(record);
    if (key === undefined) return;
    this.pending.delete(key);
    if (content.result !== undefined || result === 'rejected') return;
    const fingerprintPrefix = this.options.comparesAll ? toFingerprintPrefix(content.record) : 0;
    const earlier = this.seen.set(key, { line: number, fingerprintPrefix });
    if (!earlier || result === 'unchanged') return;
    this.count += 1;
    if (this.repetitions.length >= MAX_LISTED) return;
    this.repetitions.push({
      line: number,
      earlierLine: earlier.line,
      type,
      pId: truncateName(pId),
    });
  }

  summary(): RepetitionSummary {
    return {
      repeated: this.count,
      repeatedRecords: [...this.repetitions],
      repeatedUnknown: !this.seen.isComplete,
    };
  }
}

function toSeenKey({ type, content }: CheckedLine): string | undefined {
  if (content.result !== undefined || content.key === undefined) return undefined;
  return `${type} ${content.key}`;
}
