import { dataOf } from './answers.js';
import type { StoreApi } from './client.js';
import type { ImportAnswer } from './types.js';

/** How records are sent. */
export interface ImportOptions {
  /** Maximum number of records per request; by default 1,000. */
  readonly batch?: number;
  readonly signal?: AbortSignal;
}

/** The outcome of a batch of records. `line` of an error counts from the first record of all batches. */
export interface ImportedBatch extends ImportAnswer {
  /** Number of records in earlier batches. */
  readonly before: number;
  readonly lines: number;
}

/** Maximum number of UTF-16 units per request, far below the limit of the service. */
const MAX_BODY_LENGTH = 1024 * 1024;

/** Sends records in order, batch by batch. Each batch is sent when its outcome is requested. */
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
  maxCount: number,
): AsyncGenerator<{ body: string; count: number }> {
  let body = '';
  let count = 0;
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    if (count === maxCount || (count > 0 && body.length + text.length > MAX_BODY_LENGTH)) {
      yield { body, count };
      [body, count] = ['', 0];
    }
    body += text;
    count++;
  }
  if (count > 0) yield { body, count };
}
