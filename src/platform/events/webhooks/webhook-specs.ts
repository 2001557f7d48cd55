import type { WebhookSpec } from '../../../api/openapi/webhook-spec';
import { changeRecord } from '../journal';
import { listChangeEvents, TEST_EVENT } from './webhook-events';
import { toEventKeys } from './webhook.record';
import { webhooksOpenApiTag } from './webhooks.openapi-tag';

/** Returns all events for the OpenAPI document. */
export function listWebhookSpecs(): WebhookSpec[] {
  return listChangeEvents().map(({ name, kind, action }) => ({
    name,
    heading: webhooksOpenApiTag.name,
    summary:
      name === TEST_EVENT ? 'Test of a webhook' : `Change of a record: ${kind.name}, ${action}`,
    record: changeRecord,
    fixedValues: toEventKeys({ kind: kind.name, action }),
  }));
}
