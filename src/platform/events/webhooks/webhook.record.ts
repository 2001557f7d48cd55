import { bool, computed, instant, num, record, str, strings } from '../../../api';
import type { NumberedEntry } from '../journal';
import { deliveryStates, type Webhook, type WebhookDelivery } from './webhook.entity';

export const webhookRecord = record<Webhook>()('webhook', {
  ACTIVE: bool('active'),
  CREATEDAT: instant('createdAt'),
  DESCRIPTION: str('description'),
  EVENTS: strings('events'),
  FAILINGSINCE: instant('failingSince'),
  ID: num('id'),
  UPDATEDAT: instant('updatedAt'),
  URL: str('url'),
});

/** A webhook and, this once, its secret. */
export interface ShownWebhook extends Webhook {
  readonly shownSecret: string;
}

/** The only answers that show the secret. */
export const newWebhookRecord = record<ShownWebhook>()('newWebhook', {
  ...webhookRecord.fields,
  SECRET: str('shownSecret'),
});

export const webhookDeliveryRecord = record<WebhookDelivery>()('webhookDelivery', {
  ATTEMPTS: num('attempts'),
  DELIVEREDAT: instant({
    from: ({ state, doneAt }) => (state === 'delivered' ? doneAt : null),
    needs: ['state', 'doneAt'],
  }),
  EVENT: str('event'),
  ID: num('id'),
  LASTERROR: str('lastError'),
  LASTSTATUS: num('lastStatus'),
  NEXTAT: instant('nextAt'),
  POSITION: num('position'),
  STATE: computed({
    schema: () => ({ type: 'string', enum: [...deliveryStates] }),
    write: ({ state }) => state,
    needs: ['state'],
  }),
  UPDATEDAT: instant('updatedAt'),
});

/** What the body of an event says about the event itself. */
export const keysOf = ({ kind, action }: Pick<NumberedEntry, 'kind' | 'action'>) => ({
  ACTION: action,
  KIND: kind,
});
