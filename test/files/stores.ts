import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Configuration } from '../../src/config/configuration';
import { Clock } from '../../src/core/clock';
import { Database, Stores } from '../../src/database';
import { type FilePath, type FileStore, parsePath } from '../../src/modules/files';
import { LocalFileStore } from '../../src/modules/files/local-file-store';
import { openBucket } from '../../src/modules/files/s3-settings';
import { S3FileStore } from '../../src/modules/files/s3-file-store';
import { SharedLocks } from '../../src/modules/files/shared-locks';
import { type TestDatabase, temporaryFolder, testDatabaseUrl } from '../support/database';
import { BUCKET, type S3Server } from './s3-server';

// Many of these specs are about faults, of which the stores tell in the log.
Logger.overrideLogger(false);

/** A clock that can be put forward. */
export class MovedClock extends Clock {
  /** Milliseconds. */
  ahead = 0;

  override now(): Date {
    return new Date(super.now().getTime() + this.ahead);
  }
}

/** The database that the stores of several processes share. */
export class SharedDatabase {
  private constructor(
    private readonly database: TestDatabase,
    readonly stores: Stores,
  ) {}

  static async make(): Promise<SharedDatabase> {
    const database = await testDatabaseUrl();
    return new SharedDatabase(database, Stores.over(await Database.open(database.url)));
  }

  /** What the journal says of files, in the order in which it was written: what was done, and to which. */
  async told(): Promise<string[]> {
    const entries = await this.stores.database.all<{ action: string; path: string }>(
      "SELECT action, path FROM journal_entries WHERE kind = 'file' ORDER BY id",
    );
    return entries.map(({ action, path: name }) => `${action} ${name}`);
  }

  async drop(): Promise<void> {
    await this.stores.database.close();
    await this.database.drop();
  }
}

/** Two stores over the same files, as two processes of the service have them. */
export interface OpenStores {
  readonly one: FileStore;
  readonly other: FileStore;
  readonly clock: MovedClock;
  sweep(): Promise<number>;
  /** How many files and objects are there that nobody is to see. */
  countStaged(): Promise<number>;
  /** What the journal says of files. */
  told(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openStores(kind: 'local' | 's3', server?: S3Server): Promise<OpenStores> {
  const database = await SharedDatabase.make();
  const clock = new MovedClock();
  // Each queues for itself: only the rows keep the two apart.
  const one = new SharedLocks(database.stores, clock);
  const other = new SharedLocks(database.stores, clock);
  return kind === 'local'
    ? localStores(database, clock, one, other)
    : s3Stores(server!, database, clock, one, other);
}

async function localStores(
  database: SharedDatabase,
  clock: MovedClock,
  ...locks: [SharedLocks, SharedLocks]
): Promise<OpenStores> {
  const folder = temporaryFolder();
  await mkdir(folder, { recursive: true });
  const [one, other] = locks.map((lock) => new LocalFileStore(folder, lock, clock)) as [
    LocalFileStore,
    LocalFileStore,
  ];
  return {
    one,
    other,
    clock,
    sweep: () => one.sweep(),
    countStaged: async () =>
      (await readdir(join(folder, '.file-store/staging')).catch(() => [])).length,
    told: () => database.told(),
    close: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function s3Stores(
  server: S3Server,
  database: SharedDatabase,
  clock: MovedClock,
  ...locks: [SharedLocks, SharedLocks]
): Promise<OpenStores> {
  const configuration = Configuration.from(server.environment);
  const [one, other] = (await Promise.all(
    locks.map(async (lock) => {
      const bucket = await openBucket(BUCKET, configuration);
      return new S3FileStore(bucket, 'store/files', lock, clock);
    }),
  )) as [S3FileStore, S3FileStore];
  return {
    one,
    other,
    clock,
    sweep: () => one.sweep(),
    countStaged: async () =>
      (await server.keys()).filter((key) => key.includes('.file-store')).length,
    told: () => database.told(),
    close: async () => {
      await Promise.all([one.close(), other.close()]);
      await database.drop();
    },
  };
}

export const path = (text: string): FilePath => parsePath(text, '/path', { root: true });

export async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Puts a file there. */
export async function put(
  store: FileStore,
  name: string,
  text: string,
  options = { replace: false },
): Promise<void> {
  const staged = await store.stage(bytesOf(text));
  try {
    await store.publish([{ staged, path: path(name) }], options);
  } finally {
    await store.discard([staged]);
  }
}

/** The content of a file; undefined: there is none. */
export async function textOf(store: FileStore, name: string): Promise<string | undefined> {
  try {
    const { content } = await store.read(path(name));
    return Buffer.concat((await content.toArray()) as Buffer[]).toString();
  } catch (error) {
    if ((error as { status?: number }).status !== undefined) return undefined;
    throw error;
  }
}

/** What came of each of several attempts: `ok`, or the code of its error. */
export async function outcomes(attempts: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(attempts);
  return results.map((result) => {
    if (result.status === 'fulfilled') return 'ok';
    const { code, message } = result.reason as { code?: string; message: string };
    return code ?? message;
  });
}
