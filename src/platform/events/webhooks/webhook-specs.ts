import type { WebhookSpec } from '../../../api/openapi/webhook-spec';
import { listChangeEvents, TEST_EVENT } from './webhook-events';
import { toEventIdentityMembers, webhookEventRecord } from './webhook.record';
import { webhooksOpenApiTag } from './webhooks.openapi-tag';

/** Returns all events for the OpenAPI document. */
export function listWebhookSpecs(): WebhookSpec[] {
  return listChangeEvents().map(({ name, kind, action }) => ({
    name,
    tagName: webhooksOpenApiTag.name,
    summary:
      name === TEST_EVENT ? 'Test of a webhook' : `Change of a record: ${kind.name}, ${action}`,
    record: webhookEventRecord,
    fixedValues: toEventIdentityMembers({ kind: kind.name, action }),
  }));
}
