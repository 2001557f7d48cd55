import type { JsonSchema } from '../validation/schema';

const stringSchema: JsonSchema = { type: 'string' };

/** The headers of responses, as components of the document. */
export const responseHeaders = {
  'Content-Disposition': {
    description: 'The suggested name of the file',
    schema: stringSchema,
  },
  ETag: {
    description: 'State of the record, for If-Match and If-None-Match',
    schema: stringSchema,
  },
  'Idempotent-Replayed': {
    description: '`true`: this is the response to an earlier request with the same Idempotency-Key',
    schema: stringSchema,
  },
  Link: {
    description:
      'The pages before and after this page of a table: `rel="next"` and `rel="prev"` (RFC 8288)',
    schema: stringSchema,
    example: '<https://store.example/v1/orders?page=2>; rel="next"',
  },
  RateLimit: {
    description:
      "The rest of the caller's budget: `r` points within the next `t` seconds. Absent without a limit",
    schema: stringSchema,
    example: '"default";r=5990;t=42',
  },
  'RateLimit-Policy': {
    description: "The caller's budget: `q` points in `w` seconds. Absent without a limit",
    schema: stringSchema,
    example: '"default";q=6000;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer' },
  },
  Vary: {
    description: '`Accept`: the response depends on this request header',
    schema: stringSchema,
  },
  'X-Request-Id': { description: 'Id of the request, also in the log', schema: stringSchema },
};

export type ResponseHeaderName = keyof typeof responseHeaders;

/** References to headers of a response; X-Request-Id is always included. */
export function createHeaderReferences(
  ...names: readonly ResponseHeaderName[]
): Record<string, object> {
  const all: readonly ResponseHeaderName[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
