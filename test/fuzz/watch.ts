import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/database';
import { testServer } from '../support/service/database';
import { CHANGES, countChanges } from './change-counter';
import type { Target } from './target';

/**
 * Tables that may be written while a request is refused, since they hold no data of callers:
 *
 * - file_locks, file_lock_turns, file_lock_waits: who works on which files at the moment, also on missing ones
 * - outbox_attempts, outbox_messages: work of the dispatcher in the background
 * - access_locks, export_locks, import_locks: rows that processes queue at
 * - journal_entries, journal_numbering: completed and refused requests
 * - repeatable_requests: claims of requests with an Idempotency-Key, and their answers, refusals among them
 * - exports: those that are being made, which are the service's own files in the end
 * - webhook_deliveries: deliveries that the feeder makes of the journal
 * - issued_e_documents: which files of invoices were handed out
 */
const COORDINATION = [
  ...['file_locks', 'file_lock_turns', 'file_lock_waits', 'outbox_attempts', 'outbox_messages'],
  ...[
    'access_locks',
    'export_locks',
    'import_locks',
    'journal_entries',
    'journal_numbering',
    'repeatable_requests',
  ],
  ...['exports', 'webhook_deliveries', 'issued_e_documents'],
];

/** Columns that the service writes by itself, at any time: the last use of a key. */
const COMES_BY_ITSELF = ['last_used_at'];

/** In `webhooks`: how far each is fed, and since when it fails. */
const FEEDING = ['position', 'lock_count', 'failing_since'];

/** The columns above. */
const BACKGROUND =
  'SELECT (SELECT MAX(last_used_at) FROM api_keys) AS used, ' +
  '(SELECT SUM(position) FROM webhooks) AS fed, (SELECT SUM(lock_count) FROM webhooks) AS fetched, ' +
  '(SELECT COUNT(failing_since) FROM webhooks) AS failing';

/** Erasures go on after they were answered, in pieces. */
const ERASING = "SELECT id FROM erasures WHERE state = 'running' LIMIT 1";
/** Milliseconds that an erasure may take. */
const LONGEST_ERASURE_MS = 60_000;

const LIST_TABLES =
  testServer === undefined
    ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY name';

/** Detects whether anything was stored, removed or changed: in the database, in the file store. */
export class Watch {
  private known = '';
  private background = '';

  private constructor(
    private readonly database: Database,
    private readonly folder: string,
    private readonly tables: readonly string[],
  ) {}

  static async start({ database, folder }: Target): Promise<Watch> {
    const named = await database.select<{ name: string }>(LIST_TABLES);
    const tables = named.map(({ name }) => name).filter((name) => !COORDINATION.includes(name));
    if (testServer === undefined) await countChanges(database, tables, sparedIn);
    const watch = new Watch(database, folder, tables);
    await watch.note();
    return watch;
  }

  /** From here on, this is the state: that of a store in which nothing is being erased. */
  async note(): Promise<void> {
    await this.erased();
    // First, so that work that comes between the two explains what it changes.
    this.background = await this.backgroundMark();
    this.known = await this.mark();
  }

  /** Whether something may have changed since `note`; on MariaDB background work counts, too, so ask `contents`. */
  async mayHaveChanged(): Promise<boolean> {
    return (await this.mark()) !== this.known;
  }

  /** Whether there has been work since `note` that is no change of what callers have stored. */
  async wasBusyOtherwise(): Promise<boolean> {
    return (await this.backgroundMark()) !== this.background;
  }

  /** Everything that is stored, by table; `files` stands for the file store. */
  async contents(): Promise<ReadonlyMap<string, string>> {
    const contents = new Map([['files', filesIn(this.folder)]]);
    for (const table of this.tables) {
      const rows = await this.database.select(`SELECT * FROM \`${table}\``);
      const spared = sparedIn(table);
      const texts = rows.map((row) =>
        JSON.stringify(row, (key, value: unknown) => (spared.includes(key) ? undefined : value)),
      );
      contents.set(table, texts.sort().join('\n'));
    }
    return contents;
  }

  private async erased(): Promise<void> {
    const end = performance.now() + LONGEST_ERASURE_MS;
    while ((await this.database.select(ERASING)).length > 0) {
      if (performance.now() > end) throw new Error('An erasure does not come to its end');
      await pause(10);
    }
  }

  /** Something cheap that differs after every change. */
  private async mark(): Promise<string> {
    return `${filesIn(this.folder)} ${await this.databaseMark()}`;
  }

  private async backgroundMark(): Promise<string> {
    return JSON.stringify(await this.database.select(BACKGROUND));
  }

  private async databaseMark(): Promise<string> {
    if (testServer === undefined) return JSON.stringify(await this.database.select(CHANGES));
    const sums = await this.database.select(
      `CHECKSUM TABLE ${this.tables.map((name) => `\`${name}\``).join()}`,
    );
    return JSON.stringify(sums);
  }
}

function sparedIn(table: string): readonly string[] {
  return table === 'webhooks' ? [...COMES_BY_ITSELF, ...FEEDING] : COMES_BY_ITSELF;
}

/** Names, sizes and times of all files. */
function filesIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => !name.startsWith('.service'))
    .map((name) => {
      const stat = statSync(join(folder, name));
      return stat.isDirectory() ? name : `${name} ${stat.size} ${stat.mtimeMs}`;
    })
    .join('\n');
}

/** The names of what differs. */
export function differences(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): string[] {
  return [...one.keys()].filter((name) => one.get(name) !== other.get(name));
}
