import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { createGzip } from 'node:zlib';
import { Database, DataAccess } from '../../../../database';
import { lowerThreadPriority } from '../../../../threads/thread-priority';
import {
  type FileStoreSettings,
  type FileStore,
  openReadOnlyFileStore,
} from '../../../media/files';
import { writeExport } from '../export.command';

// Requests have priority.
lowerThreadPriority();

/** Task of an export thread. */
export interface ExportTask {
  readonly databaseUrl: string;
  readonly maxWalBytes: number;
  readonly replica?: { readonly url: string; readonly maxLagSeconds: number };
  readonly files: FileStoreSettings;
  readonly types: readonly string[];
  readonly since: number | null;
  readonly userId: number | null;
  readonly gzip: boolean;
  readonly language: string;
  /** Announces each chunk in `chunkBuffer`; a message from the other side requests the next chunk. */
  readonly port: MessagePort;
  /** Shared buffer for the bytes: messages that contain them would stay in memory until the other heap is collected. */
  readonly chunkBuffer: SharedArrayBuffer;
}

/** Message that `chunkBuffer` contains the next bytes. */
export interface ExportChunkAnnouncement {
  /** Number of bytes; 0 at the end. */
  readonly bytes: number;
  /** Number of lines written so far. */
  readonly lines: number;
}

/** Result of a complete export. */
export interface ExportResult {
  readonly lines: number;
  readonly bytes: number;
  readonly position: number;
  readonly sha256: string;
}

/** Number of connections: one for the snapshot, and one for other reads. */
const POOL_SIZE = 2;

/** Runs an export in a worker thread, only as fast as its bytes are consumed. */
export async function runExportTask(task: ExportTask): Promise<ExportResult> {
  const {
    databaseUrl,
    maxWalBytes,
    replica,
    types,
    since,
    userId,
    language,
    gzip,
    port,
    chunkBuffer,
  } = task;
  const options = {
    types,
    language,
    ...(since !== null && { since }),
    ...(userId !== null && { userId }),
  };
  const database = await Database.open(databaseUrl, {
    poolSize: POOL_SIZE,
    maxWalBytes,
    ...(replica && { replica }),
  });
  const dataAccess = DataAccess.forDatabase(database);
  const output: Writable & Readable = gzip ? createGzip() : new PassThrough();
  const hash = createHash('sha256');
  let files: FileStore | undefined;
  try {
    files = await openReadOnlyFileStore(task.files, dataAccess);
    let linesWritten = 0;
    const writing = writeExport({ ...dataAccess, files }, output, options, ({ lines }) => {
      linesWritten = lines;
    }).finally(() => output.end());
    const announce = (bytes: number): void =>
      port.postMessage({ bytes, lines: linesWritten } satisfies ExportChunkAnnouncement);
    const sending = sendInChunks(output, { port, chunkBuffer }, announce, (bytes) =>
      hash.update(bytes),
    );
    const [{ lines, position }, bytes] = await Promise.all([writing, sending]);
    return { lines, bytes, position, sha256: hash.digest('hex') };
  } finally {
    output.destroy();
    port.close();
    await files?.close();
    await database.close();
  }
}

async function sendInChunks(
  content: AsyncIterable<Buffer>,
  { port, chunkBuffer }: Pick<ExportTask, 'port' | 'chunkBuffer'>,
  announce: (bytes: number) => void,
  onBytes: (bytes: Buffer) => void,
): Promise<number> {
  const target = new Uint8Array(chunkBuffer);
  let sent = 0;
  for await (const bytes of content) {
    onBytes(bytes);
    sent += bytes.length;
    for (let at = 0; at < bytes.length; at += target.length) {
      const part = bytes.subarray(at, at + target.length);
      target.set(part);
      announce(part.length);
      await once(port, 'message');
    }
  }
  announce(0);
  return sent;
}
