import { defineError } from '../../../core/errors';

/** 422: secrets of webhooks can only be stored encrypted. */
export const EncryptionKeyMissing = defineError({
  code: 'webhook.keyMissing',
  status: 422,
  title: 'The service has no encryption key for webhook secrets',
  remedy: 'Ask the operator to set `WEBHOOK_ENCRYPTION_KEY` and restart the service.',
  detail: () => "WEBHOOK_ENCRYPTION_KEY is not set, so webhook secrets can't be stored.",
});

/** 409: nothing is sent to an inactive webhook. */
export const WebhookInactive = defineError<{ id: number }>({
  code: 'webhook.off',
  status: 409,
  title: 'The webhook is not active',
  remedy: 'Activate the webhook with `active`, then try again.',
  detail: ({ id }) => `The webhook ${id} is not active.`,
});

/** 409: each webhook makes every change more expensive, so their number is limited. */
export const TooManyWebhooks = defineError<{ max: number }>({
  code: 'webhook.tooMany',
  status: 409,
  title: 'The maximum number of webhooks is reached',
  remedy: 'Delete a webhook that is no longer needed, or subscribe an existing one to more events.',
  detail: ({ max }) => `The store already has ${max} webhooks.`,
});

/** 409: an unfinished delivery can't be sent a second time. */
export const DeliveryNotDone = defineError<{ id: number; state: string }>({
  code: 'webhook.deliveryNotDone',
  status: 409,
  title: 'The delivery is not done yet',
  remedy: 'Wait until the delivery has ended; further attempts follow.',
  detail: ({ id, state }) =>
    `The delivery ${id} is ${state}; only finished deliveries can be replayed.`,
});
