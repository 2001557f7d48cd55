import { createHash } from 'node:crypto';
import { type AnyApi, dataOf } from './answers.js';
import type { StoreApi } from './client.js';
import { pause } from './pause.js';
import type { ExportedType, ExportRecord, ImportLine } from './types.js';

/** The part of the store to export. */
export interface ExportOptions {
  /** Types of records; by default all. */
  readonly types?: readonly ExportedType[];
  /** A position of the journal; exports only what has changed after it. */
  readonly since?: number;
  readonly signal?: AbortSignal;
}

/** The content of a store at one moment. */
export interface Exported {
  /**
   * Position in the journal. The export contains everything up to it; the journal or the next export continues from
   * there.
   */
  readonly position: number;
  /** Number of records. */
  readonly count: number;
  /**
   * The records as they arrive, in an order in which they can be imported. Throws at the end if the content was
   * altered.
   */
  readonly lines: AsyncIterable<ImportLine>;
}

const LINES = 'application/x-ndjson';
/** Milliseconds between checks whether the export is done. */
const POLL_INTERVAL_MS = 500;
/** Milliseconds without a byte after which the content is requested again from where it stopped. */
const IDLE_TIMEOUT_MS = 60_000;
/** Maximum number of consecutive requests without new content. */
const MAX_FRUITLESS_REQUESTS = 5;

/** Creates an export. @throws Error if the service could not create it */
export async function exportLines(
  api: StoreApi,
  { types, since, signal }: ExportOptions,
): Promise<Exported> {
  const requestOptions = signal && { signal };
  const exports = { ...(types && { types: [...types] }), ...(since !== undefined && { since }) };
  let made: ExportRecord = await dataOf(
    api.POST('/v1/exports', { body: { exports }, ...requestOptions }),
  );
  const path = { id: made.ID };
  while (made.STATE === 'running') {
    await pause(POLL_INTERVAL_MS, signal);
    made = await dataOf(api.GET('/v1/exports/{id}', { params: { path }, ...requestOptions }));
  }
  if (made.STATE === 'failed') throw new Error(`The export ${made.ID} has failed`);
  return { position: made.POSITION, count: made.LINES, lines: linesOf(api, made, signal) };
}

async function* linesOf(
  api: StoreApi,
  made: ExportRecord,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportLine, void, undefined> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of contentOf(api, made, signal)) {
    hash.update(bytes);
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as ImportLine;
  }
  if (hash.digest('hex') !== made.SHA256)
    throw new Error(`The content of the export ${made.ID} was altered on the way`);
}

/** Returns the bytes of an export. If the response breaks off, it is requested again from there. */
async function* contentOf(
  api: StoreApi,
  { ID: id, BYTES: size }: ExportRecord,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  for (let fruitless = 0; at < size;) {
    const before = at;
    try {
      for await (const bytes of partOf(api, id, at, signal)) {
        at += bytes.length;
        yield bytes;
      }
    } catch (error) {
      signal?.throwIfAborted();
      fruitless = at > before ? 0 : fruitless + 1;
      if (fruitless === MAX_FRUITLESS_REQUESTS) throw error;
      await pause(POLL_INTERVAL_MS, signal);
    }
  }
}

async function* partOf(
  api: StoreApi,
  id: number,
  from: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const idle = new AbortController();
  const call = (api as AnyApi).GET('/v1/exports/{id}/content', {
    params: { path: { id } },
    headers: { Accept: LINES, ...(from > 0 && { Range: `bytes=${from}-` }) },
    parseAs: 'stream',
    signal: signal ? AbortSignal.any([signal, idle.signal]) : idle.signal,
  });
  const reader = ((await dataOf(call)) as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const timer = setTimeout(() => {
        idle.abort(new DOMException(`No data received for ${IDLE_TIMEOUT_MS} ms`, 'TimeoutError'));
      }, IDLE_TIMEOUT_MS);
      const { done, value } = await reader.read().finally(() => {
        clearTimeout(timer);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
