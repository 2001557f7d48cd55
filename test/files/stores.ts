import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Logger } from '@nestjs/common';
import { Configuration } from '../../src/config/configuration';
import { Clock } from '../../src/core/clock';
import { Database, DataAccess } from '../../src/database';
import { type FilePath, type FileStore, parsePath } from '../../src/platform/media/files';
import { openFileStores } from '../../src/platform/media/files/open-file-stores';
import type { ServiceFileStore } from '../../src/platform/media/files/service-file-store';
import { DatabasePathLocks } from '../../src/platform/media/files/database-path-locks';
import type { SweepableFileStore } from '../../src/platform/media/files/sweepable-file-store';
import { type TestDatabase, temporaryFolder, testDatabaseUrl } from '../support/service/database';
import type { S3Server } from './s3-server';

// Many of these specs are about faults, which the stores log.
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
    readonly dataAccess: DataAccess,
  ) {}

  static async make(): Promise<SharedDatabase> {
    const database = await testDatabaseUrl();
    return new SharedDatabase(database, DataAccess.forDatabase(await Database.open(database.url)));
  }

  /** Entries of the journal about files, in the order in which they were written: the action, and its file. */
  async told(): Promise<string[]> {
    const entries = await this.dataAccess.database.select<{ action: string; path: string }>(
      "SELECT action, path FROM journal_entries WHERE kind = 'file' ORDER BY id",
    );
    return entries.map(({ action, path: name }) => `${action} ${name}`);
  }

  async drop(): Promise<void> {
    await this.dataAccess.database.close();
    await this.database.drop();
  }
}

/** Two stores over the same files, as two processes of the service have them. */
export interface OpenStores {
  readonly one: SweepableFileStore;
  readonly other: SweepableFileStore;
  /** The service's own files, next to `other`. */
  readonly serviceFiles: ServiceFileStore;
  readonly clock: MovedClock;
  sweep(): Promise<number>;
  /** Files and objects below a folder, also one that no path reaches. */
  namesBelow(top: string): Promise<string[]>;
  /** Puts a file there, past the stores. */
  plant(name: string, text: string): Promise<void>;
  /** Takes a file away, past the stores. */
  unplant(name: string): Promise<void>;
  /** Entries of the journal about files. */
  told(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openStores(kind: 'local' | 's3', server?: S3Server): Promise<OpenStores> {
  const database = await SharedDatabase.make();
  const clock = new MovedClock();
  const folder = temporaryFolder();
  await mkdir(folder, { recursive: true });
  const settings = server
    ? Configuration.from(server.environment)
    : { filesUrl: `file:${folder}`, s3Region: '' };
  // Each queues for itself: only the rows keep the two apart.
  const open = () =>
    openFileStores(settings, new DatabasePathLocks(database.dataAccess, clock), clock);
  const [one, other] = await Promise.all([open(), open()]);
  const all = async (): Promise<string[]> => {
    if (server) return (await server.keys()).map((key) => key.slice(server.prefix.length));
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  };
  return {
    one: one.publicStore,
    other: other.publicStore,
    serviceFiles: other.serviceFiles,
    clock,
    sweep: () => one.publicStore.sweep(),
    namesBelow: async (top) =>
      (await all())
        .filter((name) => name.startsWith(`${top}/`) && !name.endsWith('/'))
        .map((name) => name.slice(top.length + 1))
        .sort(),
    plant: async (name, text) => {
      if (server) return server.plant(server.prefix + name, text);
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    },
    unplant: (name) => rm(server ? server.address(server.prefix + name) : join(folder, name)),
    told: () => database.told(),
    close: async () => {
      await Promise.all([one.publicStore.close(), other.publicStore.close()]);
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const path = (text: string): FilePath => parsePath(text, '/path', { allowsRoot: true });

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

/** The content of a file; undefined: the file doesn't exist. */
export async function textOf(store: FileStore, name: string): Promise<string | undefined> {
  try {
    const { content } = await store.read(path(name));
    return Buffer.concat((await content.toArray()) as Buffer[]).toString();
  } catch (error) {
    if ((error as { status?: number }).status !== undefined) return undefined;
    throw error;
  }
}

/** The outcome of each of several attempts: `ok`, or the code of its error. */
export async function outcomes(attempts: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(attempts);
  return results.map((result) => {
    if (result.status === 'fulfilled') return 'ok';
    const { code, message } = result.reason as { code?: string; message: string };
    return code ?? message;
  });
}
