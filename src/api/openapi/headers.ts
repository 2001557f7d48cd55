import type { JsonSchema } from '../shape/schema';

const text: JsonSchema = { type: 'string' };

/** The headers of answers, as the components of the document. */
export const headerTexts = {
  'Content-Disposition': { description: 'The name that the file is saved under', schema: text },
  ETag: { description: 'State of the record, for If-Match and If-None-Match', schema: text },
  'Idempotent-Replayed': {
    description: '`true`: the answer of an earlier request with the same Idempotency-Key',
    schema: text,
  },
  Link: {
    description:
      'Of a table: the pages before and after this one, by `rel`: `next` and `prev` (RFC 8288)',
    schema: text,
    example: '<https://store.example/v1/orders?page=2>; rel="next"',
  },
  RateLimit: {
    description:
      "What is left of the caller's budget: `r` points within the next `t` seconds. Absent without a limit",
    schema: text,
    example: '"default";r=5990;t=42',
  },
  'RateLimit-Policy': {
    description: "The caller's budget: `q` points in `w` seconds. Absent without a limit",
    schema: text,
    example: '"default";q=6000;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the call is made again',
    schema: { type: 'integer' },
  },
  Vary: { description: '`Accept`: its other forms are another answer', schema: text },
  'X-Request-Id': { description: 'Id of the request, also in the log', schema: text },
};

/** The name of one of them. */
export type HeaderName = keyof typeof headerTexts;

/** References to the headers of an answer; every answer has its X-Request-Id besides those named. */
export function headersOf(...names: readonly HeaderName[]): Record<string, object> {
  const all: readonly HeaderName[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
