import type { AnyRecordDefinition } from '../records/record';
import type { JsonSchema } from '../validation/schema';

/** An event that the service posts to others, as the document tells of it. */
export interface WebhookSpec {
  /** For example `order.created`. */
  readonly name: string;
  /** Heading of the operations that it belongs to. */
  readonly heading: string;
  readonly summary: string;
  readonly record: AnyRecordDefinition;
  /** What some of the record's keys always say. */
  readonly fixedValues: Readonly<Record<string, string>>;
}

/** The headers that everything that is posted comes with. */
export const webhookHeaders = {
  WebhookId: headerParameter('webhook-id', 'The same in all attempts at one delivery'),
  WebhookTimestamp: headerParameter(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970',
  ),
  WebhookSignature: headerParameter(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in Base64; while a secret is replaced two of them, with a space between',
  ),
};

/** The `webhooks` section of the document. @param nested refers to a record */
export function toWebhooksSection(
  announcements: readonly WebhookSpec[],
  nested: (of: AnyRecordDefinition) => JsonSchema,
): Record<string, object> {
  return Object.fromEntries(
    announcements.map((one) => [one.name, { post: describeWebhook(one, nested(one.record)) }]),
  );
}

function describeWebhook(
  { name, heading, summary, fixedValues }: WebhookSpec,
  schema: JsonSchema,
): object {
  const said = Object.entries(fixedValues).map(([key, value]) => [key, { const: value }]);
  const whole = { allOf: [schema, { properties: Object.fromEntries(said) as object }] };
  return {
    operationId: `on${name.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}`,
    tags: [heading],
    summary,
    security: [],
    parameters: Object.keys(webhookHeaders).map((key) => ({
      $ref: `#/components/parameters/${key}`,
    })),
    requestBody: { required: true, content: { 'application/json': { schema: whole } } },
    responses: {
      '2XX': { description: 'Received' },
      '4XX': { description: 'Not received: it comes again; after 410 it does not' },
    },
  };
}

function headerParameter(name: string, description: string): object {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
