import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { createGzip } from 'node:zlib';
import { Database, Stores } from '../../../../database';
import { lowerThreadPriority } from '../../../../threads/thread-priority';
import { type FileStoreSettings, type FileStore, openReadOnly } from '../../../media/files';
import { writeExport } from '../export.command';

// Requests go first.
lowerThreadPriority();

/** What an export is made of, in a thread of its own. */
export interface ExportTask {
  readonly databaseUrl: string;
  readonly walBytes: number;
  readonly replica?: { readonly url: string; readonly lagSeconds: number };
  readonly files: FileStoreSettings;
  readonly types: readonly string[];
  readonly since: number | null;
  readonly person: number | null;
  readonly gzip: boolean;
  readonly language: string;
  /** Tells what is in the window (a `Portion`), and is asked for the next bytes by a message. */
  readonly port: MessagePort;
  /** Through it the bytes go from thread to thread: what is sent by itself lies about until the other one's heap is swept. */
  readonly window: SharedArrayBuffer;
}

/** What is in the window. */
export interface Portion {
  /** 0: that was all. */
  readonly bytes: number;
  /** Lines that have been written so far. */
  readonly lines: number;
}

/** What was written, once all has been taken. */
export interface ExportResult {
  readonly lines: number;
  readonly bytes: number;
  readonly position: number;
  readonly sha256: string;
}

/** Connections: one for the snapshot, one to spare. */
const POOL_SIZE = 2;

/** Runs in a worker thread: reads and writes on only as fast as the bytes are taken. */
export async function exportTo(task: ExportTask): Promise<ExportResult> {
  const { databaseUrl, walBytes, replica, types, since, person, language, gzip, port, window } =
    task;
  const options = {
    types,
    language,
    ...(since !== null && { since }),
    ...(person !== null && { person }),
  };
  const database = await Database.open(databaseUrl, {
    poolSize: POOL_SIZE,
    maxWalBytes: walBytes,
    ...(replica && { replica }),
  });
  const stores = Stores.forDatabase(database);
  const output: Writable & Readable = gzip ? createGzip() : new PassThrough();
  const hash = createHash('sha256');
  let files: FileStore | undefined;
  try {
    files = await openReadOnly(task.files, stores);
    let written = 0;
    const writing = writeExport({ ...stores, files }, output, options, ({ lines }) => {
      written = lines;
    }).finally(() => output.end());
    const tell = (bytes: number): void =>
      port.postMessage({ bytes, lines: written } satisfies Portion);
    const sending = send(output, { port, window }, tell, (bytes) => hash.update(bytes));
    const [{ lines, position }, bytes] = await Promise.all([writing, sending]);
    return { lines, bytes, position, sha256: hash.digest('hex') };
  } finally {
    output.destroy();
    port.close();
    await files?.close();
    await database.close();
  }
}

async function send(
  content: AsyncIterable<Buffer>,
  { port, window }: Pick<ExportTask, 'port' | 'window'>,
  tell: (bytes: number) => void,
  seen: (bytes: Buffer) => void,
): Promise<number> {
  const room = new Uint8Array(window);
  let sent = 0;
  for await (const bytes of content) {
    seen(bytes);
    sent += bytes.length;
    for (let at = 0; at < bytes.length; at += room.length) {
      const part = bytes.subarray(at, at + room.length);
      room.set(part);
      tell(part.length);
      await once(port, 'message');
    }
  }
  tell(0);
  return sent;
}
