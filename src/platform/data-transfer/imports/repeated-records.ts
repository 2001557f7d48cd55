import type { ReadRecord } from './line-reader';
import type { Outcome } from './line-type';
import { markOf, SeenRecords } from './seen-records';
import { cutName, type Repetition, type RepetitionSummary } from './summary';

const MAX_LISTED = 1_000;

/** Finds records of one key that differ within an import. */
export class RepeatedRecords {
  private count = 0;
  private readonly listed: Repetition[] = [];
  /** Keys of the batch that is collected. */
  private readonly pending = new Set<string>();

  constructor(private readonly seen = new SeenRecords()) {}

  /** Whether the batch that is collected has a record of the same key. */
  isPending(line: ReadRecord): boolean {
    const key = keyOf(line);
    return key !== undefined && this.pending.has(key);
  }

  collect(line: ReadRecord): void {
    const key = keyOf(line);
    if (key !== undefined) this.pending.add(key);
  }

  /** @returns the line, rejected if an earlier one has stored a different record of its key */
  refused(line: ReadRecord): ReadRecord {
    const { content } = line;
    const key = keyOf(line);
    if (key === undefined || content.result !== undefined) return line;
    const earlier = this.seen.find(key);
    if (!earlier || earlier.mark === markOf(content.record.fingerprint)) return line;
    const detail = `Line ${earlier.line} has stored a different record of the same name.`;
    const rejected = { result: 'rejected', code: 'record.repeated', detail, pointer: '' } as const;
    return { ...line, content: rejected };
  }

  /** Notes what has become of a line of the batch. */
  stored(line: ReadRecord, { result }: Outcome): void {
    const { content, number, type, pId } = line;
    const key = keyOf(line);
    if (key === undefined) return;
    this.pending.delete(key);
    if (content.result !== undefined || result === 'rejected') return;
    const earlier = this.seen.find(key);
    this.seen.note(key, { line: number, mark: markOf(content.record.fingerprint) });
    if (!earlier || result === 'unchanged') return;
    this.count += 1;
    if (this.listed.length >= MAX_LISTED) return;
    this.listed.push({ line: number, earlierLine: earlier.line, type, pId: cutName(pId) });
  }

  summary(): RepetitionSummary {
    return {
      repeated: this.count,
      repeatedRecords: [...this.listed],
      repeatedUnknown: !this.seen.isComplete,
    };
  }
}

function keyOf({ type, content }: ReadRecord): string | undefined {
  if (content.result !== undefined || content.key === undefined) return undefined;
  return `${type} ${content.key}`;
}
