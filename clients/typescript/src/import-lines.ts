import { dataOf } from './answers.js';
import type { StoreApi } from './client.js';
import type { ImportAnswer } from './types.js';

/** How lines are sent. */
export interface ImportOptions {
  /** Lines of one request at most, 1,000 unless told. */
  readonly batch?: number;
  readonly signal?: AbortSignal;
}

/** What has become of some lines; `line` of an error counts from the first line of all. */
export interface ImportedBatch extends ImportAnswer {
  /** Lines that came before these. */
  readonly before: number;
  readonly lines: number;
}

/** UTF-16 units of one request at most, far below what the service takes. */
const MOST_LENGTH = 1024 * 1024;

/** Sends lines batch by batch, in their order; the next one when what became of the one before is asked for. */
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
