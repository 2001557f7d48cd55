import { dataOf } from './answers.js';
import type { StoreApi } from './client.js';
import type { ImportAnswer } from './types.js';

/** How lines are sent. */
export interface ImportOptions {
  /** The most lines in one request; 1,000 by default. */
  readonly batch?: number;
  readonly signal?: AbortSignal;
}

/** The outcome of a batch of lines; `line` of an error counts from the first line of all. */
export interface ImportedBatch extends ImportAnswer {
  /** Lines that came before these. */
  readonly before: number;
  readonly lines: number;
}

/** The most UTF-16 units in one request, far below what the service takes. */
const MOST_LENGTH = 1024 * 1024;

/** Sends lines in order, batch by batch; each batch is sent when its outcome is asked for. */
export async function* importLines(
  api: StoreApi,
  lines: Iterable<object> | AsyncIterable<object>,
  { batch = 1000, signal }: ImportOptions,
): AsyncGenerator<ImportedBatch, void, undefined> {
  let before = 0;
  for await (const { body, count } of batches(lines, batch)) {
    const answer = await dataOf(
      api.POST('/v1/import', {
        body,
        bodySerializer: (text) => text,
        headers: { 'Content-Type': 'application/x-ndjson' },
        ...(signal && { signal }),
      }),
    );
    const errors = answer.errors.map((error) => ({ ...error, line: error.line + before }));
    yield { ...answer, errors, before, lines: count };
    before += count;
  }
}

async function* batches(
  lines: Iterable<object> | AsyncIterable<object>,
  most: number,
): AsyncGenerator<{ body: string; count: number }> {
  let body = '';
  let count = 0;
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    if (count === most || (count > 0 && body.length + text.length > MOST_LENGTH)) {
      yield { body, count };
      [body, count] = ['', 0];
    }
    body += text;
    count++;
  }
  if (count > 0) yield { body, count };
}
