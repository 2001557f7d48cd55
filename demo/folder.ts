import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite, type Sqlite } from '../src/database/dialect/sqlite.driver';

/** Where the demo store lives. Only who has taken it may look into it. */
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
   * Takes the folder, until this process ends, however it ends.
   * @throws Error when another demo has it, or a service whose demo was killed
   */
  acquireLock(): void {
    mkdirSync(join(this.path, '..'), { recursive: true, mode: 0o700 });
    const isFree = this.lock(`${this.path}.lock`) && !this.isServed();
    if (!isFree)
      throw new Error(`Another process has the store in ${this.path} open: stop that one first.`);
  }

  /** The key of the store that is there; undefined: there is none, or one that was not filled to its end. */
  key(): string | undefined {
    return existsSync(this.keyFile) ? readFileSync(this.keyFile, 'utf8') : undefined;
  }

  empty(): void {
    rmSync(this.path, { recursive: true, force: true });
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  /** To be called last: a store without a key is made anew. */
  storeKey(key: string): void {
    writeFileSync(this.keyFile, key, { mode: 0o600 });
  }

  /** Whether a service works on the store: each holds a lock on the file beside its database. */
  private isServed(): boolean {
    const file = `${join(this.path, 'store.sqlite')}.serving`;
    if (!existsSync(file)) return false;
    const isFree = this.lock(file);
    if (isFree) this.locks.pop()?.close();
    return !isFree;
  }

  /** SQLite's lock on an empty file is one that ends with the process. */
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
