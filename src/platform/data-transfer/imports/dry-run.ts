import type { Logger } from 'pino';
import { type DataAccess, ProvisionalRecords } from '../../../database';
import {
  runImporter,
  splitInHalf,
  type OutcomeMap,
  collectOutcomes,
  toFailedOutcome,
  splitIntoGroups,
} from './batch-writer';
import { DryRunTooLong } from './import-errors';
import type { StorableRecord, CheckedLine } from './line-reader';
import type { ImportCaller, ImportOutcome } from './import-record-type';
import { toFingerprintPrefix, SeenRecords } from './seen-records';

/** Maximum memory for new records. */
const MAX_PROVISIONAL_BYTES = 128 * 1024 * 1024;

/** Finds out what an import would do. It only reads; new records are kept in memory, where later ones find them. */
export class DryRun {
  private readonly provisionalRecords = new ProvisionalRecords();
  /** The input's records that would be stored, by type and key. */
  private readonly seen = new SeenRecords();

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /**
   * @returns one outcome for each record, in order
   * @throws DryRunTooLong, DatabaseUnavailable
   */
  processBatch(records: readonly CheckedLine[], caller: ImportCaller): Promise<ImportOutcome[]> {
    if (this.provisionalRecords.estimatedBytes > MAX_PROVISIONAL_BYTES) throw new DryRunTooLong();
    const { database } = this.dataAccess;
    const numbers = new Map(records.map(({ content, lineNumber }) => [content, lineNumber]));
    return collectOutcomes(records, caller, (readable) =>
      database.dryRun(this.provisionalRecords, async () => {
        const outcomes: OutcomeMap = new Map();
        for (const group of splitIntoGroups(readable)) {
          const fresh = group.filter((content) => !this.markIfRepeated(content, outcomes));
          await this.check(fresh, caller, outcomes);
          for (const content of fresh)
            this.recordSeen(content, numbers.get(content) ?? 0, outcomes);
        }
        return outcomes;
      }),
    );
  }

  /** Whether a record repeats an earlier one, which changes nothing; sets its outcome. */
  private markIfRepeated(content: StorableRecord, outcomes: OutcomeMap): boolean {
    const earlier = this.seen.find(toSeenKey(content));
    if (earlier?.fingerprintPrefix !== toFingerprintPrefix(content.record)) return false;
    outcomes.set(content, { result: 'unchanged', id: 0 });
    return true;
  }

  private recordSeen(content: StorableRecord, line: number, outcomes: OutcomeMap): void {
    const outcome = outcomes.get(content);
    if (content.key === undefined || !outcome || outcome.result === 'rejected') return;
    const seenKey = toSeenKey(content);
    const wasSeen = this.seen.find(seenKey) !== undefined;
    if (wasSeen && outcome.result === 'created')
      outcomes.set(content, { ...outcome, result: 'updated' });
    this.seen.set(seenKey, {
      line,
      fingerprintPrefix: toFingerprintPrefix(content.record),
    });
  }

  private async check(
    group: readonly StorableRecord[],
    caller: ImportCaller,
    outcomes: OutcomeMap,
  ): Promise<void> {
    if (group.length === 0) return;
    try {
      for (const [content, outcome] of await runImporter(group, 'dryRun', caller)) {
        outcomes.set(content, outcome);
      }
    } catch (error) {
      if (this.dataAccess.database.isDatabaseFailure(error)) throw error;
      if (group.length === 1)
        outcomes.set(group[0] as StorableRecord, toFailedOutcome(error, this.logger));
      else for (const half of splitInHalf(group)) await this.check(half, caller, outcomes);
    }
  }
}

function toSeenKey({ recordType, key }: StorableRecord): string {
  return `${recordType.type} ${key ?? ''}`;
}
