import type { JsonSchema } from '../validation/schema';

const stringSchema: JsonSchema = { type: 'string' };

/** The headers of answers, as the components of the document. */
export const responseHeaders = {
  'Content-Disposition': {
    description: 'The name that the file is saved under',
    schema: stringSchema,
  },
  ETag: {
    description: 'State of the record, for If-Match and If-None-Match',
    schema: stringSchema,
  },
  'Idempotent-Replayed': {
    description: '`true`: the answer of an earlier request with the same Idempotency-Key',
    schema: stringSchema,
  },
  Link: {
    description:
      'Of a table: the pages before and after this one, by `rel`: `next` and `prev` (RFC 8288)',
    schema: stringSchema,
    example: '<https://store.example/v1/orders?page=2>; rel="next"',
  },
  RateLimit: {
    description:
      "What is left of the caller's budget: `r` points within the next `t` seconds. Absent without a limit",
    schema: stringSchema,
    example: '"default";r=5990;t=42',
  },
  'RateLimit-Policy': {
    description: "The caller's budget: `q` points in `w` seconds. Absent without a limit",
    schema: stringSchema,
    example: '"default";q=6000;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the call is made again',
    schema: { type: 'integer' },
  },
  Vary: { description: '`Accept`: its other forms are another answer', schema: stringSchema },
  'X-Request-Id': { description: 'Id of the request, also in the log', schema: stringSchema },
};

/** The name of one of them. */
export type ResponseHeaderName = keyof typeof responseHeaders;

/** References to the headers of an answer; every answer has its X-Request-Id besides those named. */
export function headerReferences(...names: readonly ResponseHeaderName[]): Record<string, object> {
  const all: readonly ResponseHeaderName[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
