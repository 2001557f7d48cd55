import type { Logger } from 'pino';
import { type Stores, ProvisionalRecords } from '../../../database';
import { askKind, halvesOf, type OutcomeMap, outcomesOf, rejectionOf, runsOf } from './batch-store';
import { DryRunTooLong } from './import-problems';
import type { Content, ReadRecord } from './line-reader';
import type { ImportCaller, Outcome } from './line-type';
import { markOf, SeenRecords } from './seen-records';

/** Memory that new records take. */
const MAX_PROVISIONAL_BYTES = 128 * 1024 * 1024;

/** Finds out what an import would do. It only reads: new records are kept in memory, where later ones find them. */
export class DryRun {
  private readonly provisionalRecords = new ProvisionalRecords();
  /** The records of the input that would be stored, by type and key. */
  private readonly seen = new SeenRecords();

  constructor(
    private readonly stores: Stores,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /**
   * @returns one outcome for each line, in order
   * @throws DryRunTooLong, DatabaseUnavailable
   */
  store(lines: readonly ReadRecord[], caller: ImportCaller): Promise<Outcome[]> {
    if (this.provisionalRecords.bytes > MAX_PROVISIONAL_BYTES) throw new DryRunTooLong();
    const { database } = this.stores;
    const numbers = new Map(lines.map(({ content, number }) => [content, number]));
    return outcomesOf(lines, caller, (readable) =>
      database.dryRun(this.provisionalRecords, async () => {
        const outcomes: OutcomeMap = new Map();
        for (const run of runsOf(readable)) {
          const fresh = run.filter((content) => !this.isRepetition(content, outcomes));
          await this.rehearse(fresh, caller, outcomes);
          for (const content of fresh) this.note(content, numbers.get(content) ?? 0, outcomes);
        }
        return outcomes;
      }),
    );
  }

  /** Notes that a record comes a second time: that changes nothing. */
  private isRepetition(content: Content, outcomes: OutcomeMap): boolean {
    const earlier = this.seen.find(nameOf(content));
    if (earlier?.mark !== markOf(content.record.fingerprint)) return false;
    outcomes.set(content, { result: 'unchanged', id: 0 });
    return true;
  }

  private note(content: Content, line: number, outcomes: OutcomeMap): void {
    const outcome = outcomes.get(content);
    if (content.key === undefined || !outcome || outcome.result === 'rejected') return;
    const name = nameOf(content);
    const isStored = this.seen.find(name) !== undefined;
    if (isStored && outcome.result === 'created')
      outcomes.set(content, { ...outcome, result: 'updated' });
    this.seen.note(name, { line, mark: markOf(content.record.fingerprint) });
  }

  private async rehearse(
    run: readonly Content[],
    caller: ImportCaller,
    outcomes: OutcomeMap,
  ): Promise<void> {
    if (run.length === 0) return;
    try {
      for (const [content, outcome] of await askKind(run, 'rehearse', caller)) {
        outcomes.set(content, outcome);
      }
    } catch (error) {
      if (this.stores.database.isOutage(error)) throw error;
      if (run.length === 1) outcomes.set(run[0] as Content, rejectionOf(error, this.logger));
      else for (const half of halvesOf(run)) await this.rehearse(half, caller, outcomes);
    }
  }
}

function nameOf({ kind, key }: Content): string {
  return `${kind.type} ${key ?? ''}`;
}
