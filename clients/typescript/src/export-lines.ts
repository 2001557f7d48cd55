import { createHash } from 'node:crypto';
import { type AnyApi, dataOf } from './answers.js';
import type { StoreApi } from './client.js';
import { pause } from './pause.js';
import type { ExportedType, ExportRecord, ImportLine } from './types.js';

/** What is exported. */
export interface ExportOptions {
  /** Types of lines; all by default. */
  readonly types?: readonly ExportedType[];
  /** A position of the journal: only what has changed after it. */
  readonly since?: number;
  readonly signal?: AbortSignal;
}

/** What a store held at one moment. */
export interface Exported {
  /** In the journal: the lines hold everything up to it; the journal, or the next export, goes on from there. */
  readonly position: number;
  /** How many lines there are. */
  readonly count: number;
  /** The lines, in an order in which they can be imported, as they arrive; throws at the end if any was changed. */
  readonly lines: AsyncIterable<ImportLine>;
}

const LINES = 'application/x-ndjson';
/** Milliseconds until it asks again whether the export is done. */
const EVERY = 500;
/** Milliseconds without a byte after which the content is asked for again, from where it stopped. */
const LONGEST_SILENCE_MS = 60_000;
/** How many times in a row that may bring nothing. */
const MOST_FRUITLESS = 5;

/** Makes an export. @throws Error when the service could not make it */
export async function exportLines(
  api: StoreApi,
  { types, since, signal }: ExportOptions,
): Promise<Exported> {
  const given = signal && { signal };
  const exports = { ...(types && { types: [...types] }), ...(since !== undefined && { since }) };
  let made: ExportRecord = await dataOf(api.POST('/v1/exports', { body: { exports }, ...given }));
  const path = { id: made.ID };
  while (made.STATE === 'running') {
    await pause(EVERY, signal);
    made = await dataOf(api.GET('/v1/exports/{id}', { params: { path }, ...given }));
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
    throw new Error(`The content of the export ${made.ID} did not arrive as it was made`);
}

/** The bytes of an export; if they break off, they are asked for again from there. */
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
      if (fruitless === MOST_FRUITLESS) throw error;
      await pause(EVERY, signal);
    }
  }
}

async function* partOf(
  api: StoreApi,
  id: number,
  from: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const silence = new AbortController();
  const call = (api as AnyApi).GET('/v1/exports/{id}/content', {
    params: { path: { id } },
    headers: { Accept: LINES, ...(from > 0 && { Range: `bytes=${from}-` }) },
    parseAs: 'stream',
    signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
  });
  const reader = ((await dataOf(call)) as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const timer = setTimeout(() => {
        silence.abort(
          new DOMException(`Nothing came for ${LONGEST_SILENCE_MS} ms`, 'TimeoutError'),
        );
      }, LONGEST_SILENCE_MS);
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
