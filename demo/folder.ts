import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite, type Sqlite } from '../src/database/dialect/sqlite.driver';

/** The folder of the demo store. It has to be locked before it is read. */
export class DemoFolder {
  readonly databaseUrl: string;
  readonly filesUrl: string;
  private readonly keyFile: string;
  private readonly locks: Sqlite.Database[] = [];

  constructor(private readonly path: string) {
    this.databaseUrl = `sqlite:${join(path, 'store.sqlite')}`;
    this.filesUrl = `file:${join(path, 'files')}`;
    this.keyFile = join(path, 'api-key');
  }

  /**
   * Locks the folder until this process ends, in whatever way.
   * @throws Error if another demo uses it, or a service whose demo was killed
   */
  acquireLock(): void {
    mkdirSync(join(this.path, '..'), { recursive: true, mode: 0o700 });
    const isFree = this.lock(`${this.path}.lock`) && !this.isServed();
    if (!isFree) throw new Error(`Another process uses the store in ${this.path}. Stop it first.`);
  }

  /** The API key of the existing store; undefined if no store exists, or if it was not filled completely. */
  key(): string | undefined {
    return existsSync(this.keyFile) ? readFileSync(this.keyFile, 'utf8') : undefined;
  }

  empty(): void {
    rmSync(this.path, { recursive: true, force: true });
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  /** To be called last, because a store without a key is created again. */
  storeKey(key: string): void {
    writeFileSync(this.keyFile, key, { mode: 0o600 });
  }

  /** Whether a service uses the store. Each service locks the file next to its database. */
  private isServed(): boolean {
    const file = `${join(this.path, 'store.sqlite')}.serving`;
    if (!existsSync(file)) return false;
    const isFree = this.lock(file);
    if (isFree) this.locks.pop()?.close();
    return !isFree;
  }

  /** Locks a file with SQLite, because such a lock ends with the process. */
  private lock(path: string): boolean {
    const file = openSqlite(path, { timeout: 0 });
    try {
      file.exec('BEGIN EXCLUSIVE');
      this.locks.push(file);
      return true;
    } catch (error) {
      file.close();
      if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
      return false;
    }
  }
}
