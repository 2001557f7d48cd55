import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { createGzip } from 'node:zlib';
import { Database, Stores } from '../../../database';
import { lowerPriority } from '../../../threads/thread-priority';
import { type FileSettings, type FileStore, openReadOnly } from '../../files';
import { writeExport } from '../export.command';

// Requests go first.
lowerPriority();

/** What an export is made of, in a thread of its own. */
export interface ExportTask {
  readonly databaseUrl: string;
  readonly walBytes: number;
  readonly replica?: { readonly url: string; readonly lagSeconds: number };
  readonly files: FileSettings;
  readonly types: readonly string[];
  readonly since: number | null;
  readonly person: number | null;
  readonly gzip: boolean;
  readonly language: string;
  /** Takes the bytes, and asks for each chunk by a message. */
  readonly port: MessagePort;
}

/** What was written, once all has been taken. */
export interface ExportDone {
  readonly lines: number;
  readonly bytes: number;
  readonly position: number;
  readonly sha256: string;
}

/** Connections: one for the snapshot, one to spare. */
const POOL = 2;

/** Runs in a worker thread: reads and writes on only as fast as the bytes are taken. */
export async function exportTo(task: ExportTask): Promise<ExportDone> {
  const { databaseUrl, walBytes, replica, types, since, person, language, gzip, port } = task;
  const options = {
    types,
    language,
    ...(since !== null && { since }),
    ...(person !== null && { person }),
  };
  const database = await Database.open(databaseUrl, {
    pool: POOL,
    walBytes,
    ...(replica && { replica }),
  });
  const stores = Stores.over(database);
  const output: Writable & Readable = gzip ? createGzip() : new PassThrough();
  const hash = createHash('sha256');
  let files: FileStore | undefined;
  try {
    files = await openReadOnly(task.files, stores);
    const writing = writeExport({ ...stores, files }, output, options).finally(() => output.end());
    const sending = send(output, port, (bytes) => hash.update(bytes));
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
  port: MessagePort,
  seen: (bytes: Buffer) => void,
): Promise<number> {
  let sent = 0;
  for await (const bytes of content) {
    seen(bytes);
    sent += bytes.length;
    port.postMessage(new Uint8Array(bytes));
    await once(port, 'message');
  }
  port.postMessage(null);
  return sent;
}
