import type { AnyRecordDefinition, NestedRecordSchemaFactory } from '../records/record';
import type { JsonSchema } from '../validation/schema';

/** An event that the service posts to others, for the OpenAPI document. */
export interface WebhookSpec {
  /** For example `order.created`. */
  readonly name: string;
  /** Heading of the operations that the event belongs to. */
  readonly tagName: string;
  readonly summary: string;
  readonly record: AnyRecordDefinition;
  /** Keys of the record that always have the same value in this event. */
  readonly fixedValues: Readonly<Record<string, string>>;
}

/** The headers of every delivery. */
export const webhookHeaders = {
  WebhookId: createHeaderParameter('webhook-id', 'The same in all attempts of a delivery'),
  WebhookTimestamp: createHeaderParameter(
    'webhook-timestamp',
    'Time of this attempt, in seconds since 1970',
  ),
  WebhookSignature: createHeaderParameter(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in Base64. While a secret is being replaced there are two, separated by a space',
  ),
};

/**
 * Creates the `webhooks` section of the document.
 * @param toRecordReference returns a reference to the schema of a record
 */
export function toWebhooksSection(
  specs: readonly WebhookSpec[],
  toRecordReference: NestedRecordSchemaFactory,
): Record<string, object> {
  return Object.fromEntries(
    specs.map((spec) => [
      spec.name,
      { post: describeWebhook(spec, toRecordReference(spec.record)) },
    ]),
  );
}

function describeWebhook(
  { name, tagName, summary, fixedValues }: WebhookSpec,
  schema: JsonSchema,
): object {
  const fixedMembers = Object.entries(fixedValues).map(([key, value]) => [key, { const: value }]);
  const whole = { allOf: [schema, { properties: Object.fromEntries(fixedMembers) as object }] };
  return {
    operationId: `on${name.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}`,
    tags: [tagName],
    summary,
    security: [],
    parameters: Object.keys(webhookHeaders).map((key) => ({
      $ref: `#/components/parameters/${key}`,
    })),
    requestBody: { required: true, content: { 'application/json': { schema: whole } } },
    responses: {
      '2XX': { description: 'Received' },
      '4XX': { description: 'Not received: the delivery is repeated, except after 410' },
    },
  };
}

function createHeaderParameter(name: string, description: string): object {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
