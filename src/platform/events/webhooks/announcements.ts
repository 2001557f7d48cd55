import type { WebhookSpec } from '../../../api/openapi/announcements';
import { changeRecord } from '../journal';
import { changeEvents, TRIAL } from './webhook-events';
import { keysOf } from './webhook.record';
import { webhooksOpenApiTag } from './webhooks-heading';

/** All events, for the OpenAPI document. */
export function listWebhookSpecs(): WebhookSpec[] {
  return changeEvents().map(({ name, kind, action }) => ({
    name,
    heading: webhooksOpenApiTag.name,
    summary: name === TRIAL ? 'A webhook is tried' : `Change of a record: ${kind.name}, ${action}`,
    record: changeRecord,
    fixed: keysOf({ kind: kind.name, action }),
  }));
}
