import { defineError } from '../../../core/errors';

/** 422: secrets of webhooks are stored encrypted, or not at all. */
export const WebhookKeyMissing = defineError({
  code: 'webhook.keyMissing',
  status: 422,
  title: 'The service has no key for secrets of webhooks',
  remedy: 'Have the operator set `WEBHOOK_ENCRYPTION_KEY` and start the service again.',
  detail: () => 'WEBHOOK_ENCRYPTION_KEY is not set, so no secret can be stored.',
});

/** 409: nothing is sent to a webhook that is off. */
export const WebhookInactive = defineError<{ id: number }>({
  code: 'webhook.off',
  status: 409,
  title: 'The webhook is switched off',
  remedy: 'Switch it on with `active`, then try again.',
  detail: ({ id }) => `The webhook ${id} is switched off.`,
});

/** 409: each webhook costs something with every change. */
export const TooManyWebhooks = defineError<{ most: number }>({
  code: 'webhook.tooMany',
  status: 409,
  title: 'There are already as many webhooks as there may be',
  remedy: 'Delete one that nobody needs, or subscribe an existing one to more events.',
  detail: ({ most }) => `There are ${most} webhooks already.`,
});

/** 409: what is on its way is not sent a second time. */
export const DeliveryNotDone = defineError<{ id: number; state: string }>({
  code: 'webhook.deliveryNotDone',
  status: 409,
  title: 'The delivery is not done yet',
  remedy: 'Wait: further attempts follow.',
  detail: ({ id, state }) => `The delivery ${id} is ${state}; it can be replayed once it is done.`,
});
