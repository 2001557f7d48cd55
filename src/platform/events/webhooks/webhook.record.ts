import {
  booleanField,
  computedField,
  instantField,
  numberField,
  defineRecord,
  stringField,
  stringListField,
} from '../../../api';
import { changeRecord, type PositionedJournalEntry } from '../journal';
import { toEventName } from './webhook-events';
import { deliveryStates, type Webhook, type WebhookDelivery } from './webhook.entity';

export const webhookRecord = defineRecord<Webhook>()('webhook', {
  ACTIVE: booleanField('active'),
  CREATEDAT: instantField('createdAt'),
  DESCRIPTION: stringField('description'),
  EVENTS: stringListField('events'),
  FAILINGSINCE: instantField('failingSince'),
  ID: numberField('id'),
  UPDATEDAT: instantField('updatedAt'),
  URL: stringField('url'),
});

/** A webhook with its new secret, which is shown only once. */
export interface WebhookWithSecret extends Webhook {
  readonly shownSecret: string;
}

/** The record of the only responses that contain the secret. */
export const newWebhookRecord = defineRecord<WebhookWithSecret>()('newWebhook', {
  ...webhookRecord.fields,
  SECRET: stringField('shownSecret'),
});

export const webhookDeliveryRecord = defineRecord<WebhookDelivery>()('webhookDelivery', {
  ATTEMPTS: numberField('attempts'),
  DELIVEREDAT: instantField({
    compute: ({ state, doneAt }) => (state === 'delivered' ? doneAt : null),
    columns: ['state', 'doneAt'],
  }),
  EVENT: stringField('event'),
  ID: numberField('id'),
  LASTERROR: stringField('lastError'),
  LASTSTATUS: numberField('lastStatus'),
  NEXTAT: instantField('nextAt'),
  POSITION: numberField('position'),
  STATE: computedField({
    schema: () => ({ type: 'string', enum: [...deliveryStates] }),
    serialize: ({ state }) => state,
    columns: ['state'],
  }),
  UPDATEDAT: instantField('updatedAt'),
});

/** The body of a delivery: the change, and `type` and `timestamp` of the Standard Webhooks specification. */
export const webhookEventRecord = defineRecord<PositionedJournalEntry>()('webhookEvent', {
  ...changeRecord.fields,
  timestamp: changeRecord.fields.AT,
  type: stringField({ compute: toEventName, columns: ['kind', 'action'] }),
});

/** Returns the members of an event's body that identify the event. */
export const toEventIdentityMembers = (event: Pick<PositionedJournalEntry, 'kind' | 'action'>) => ({
  ACTION: event.action,
  KIND: event.kind,
  type: toEventName(event),
});
