import type { ReadRecord } from './line-reader';
import type { ImportOutcome } from './import-record-type';
import { toFingerprintPrefix, SeenRecords } from './seen-records';
import { truncateName, type Repetition, type RepetitionSummary } from './import-summary';

const MAX_LISTED = 1_000;

/** Finds records of one key that differ within an import. */
export class RepeatedRecords {
  private count = 0;
  private readonly repetitions: Repetition[] = [];
  /** Keys of the batch that is collected. */
  private readonly pending = new Set<string>();

  constructor(private readonly seen = new SeenRecords()) {}

  /** Whether the batch that is collected has a record of the same key. */
  isPending(line: ReadRecord): boolean {
    const key = toSeenKey(line);
    return key !== undefined && this.pending.has(key);
  }

  collect(line: ReadRecord): void {
    const key = toSeenKey(line);
    if (key !== undefined) this.pending.add(key);
  }

  /** @returns the line, rejected if an earlier one has stored a different record of its key */
  rejectIfRepeated(line: ReadRecord): ReadRecord {
    const { content } = line;
    const key = toSeenKey(line);
    if (key === undefined || content.result !== undefined) return line;
    const earlier = this.seen.find(key);
    if (!earlier || earlier.fingerprintPrefix === toFingerprintPrefix(content.record.fingerprint))
      return line;
    const detail = `Line ${earlier.line} has stored a different record of the same name.`;
    const rejected = { result: 'rejected', code: 'record.repeated', detail, pointer: '' } as const;
    return { ...line, content: rejected };
  }

  /** Notes what has become of a line of the batch. */
  recordOutcome(line: ReadRecord, { result }: ImportOutcome): void {
    const { content, number, type, pId } = line;
    const key = toSeenKey(line);
    if (key === undefined) return;
    this.pending.delete(key);
    if (content.result !== undefined || result === 'rejected') return;
    const earlier = this.seen.find(key);
    this.seen.set(key, {
      line: number,
      fingerprintPrefix: toFingerprintPrefix(content.record.fingerprint),
    });
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

function toSeenKey({ type, content }: ReadRecord): string | undefined {
  if (content.result !== undefined || content.key === undefined) return undefined;
  return `${type} ${content.key}`;
}
