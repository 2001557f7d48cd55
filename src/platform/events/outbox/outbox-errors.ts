import { defineError } from '../../../core/errors';

/** 422: mails need a mail server and a sender address. */
export const MailNotConfigured = defineError<{ variable: string }>({
  code: 'mail.notConfigured',
  status: 422,
  title: "The service can't send mails",
  remedy: 'Set the variable that `detail` names, and restart the service.',
  detail: ({ variable }) => `${variable} is not set, so no mail can be sent.`,
});

/** 422: mails are sent to plain addresses only. */
export const MailAddressUnusable = defineError({
  code: 'mail.address',
  status: 422,
  title: 'The mail has no valid address',
  remedy: 'Add an e-mail address to the customer or the action.',
  detail: () => 'The recipient is not a plain e-mail address.',
});

/** 422: a webhook that can't be signed isn't sent. */
export const WebhookSecretUnknown = defineError<{ secretName: string }>({
  code: 'webhook.secretUnknown',
  status: 422,
  title: 'The webhook secret does not exist',
  remedy: 'Add the secret to `WEBHOOK_SECRETS`, or use the name of another secret.',
  detail: ({ secretName }) => `WEBHOOK_SECRETS has no secret ${JSON.stringify(secretName)}.`,
});

/** 409: only a failed message can be replayed. */
export const MessageNotFailed = defineError<{ id: number; state: string }>({
  code: 'outbox.notFailed',
  status: 409,
  title: 'The message has not failed',
  remedy: 'No action is needed: the message has been delivered, or its next attempt follows.',
  detail: ({ id, state }) => `The message ${id} is ${state}; only failed messages can be replayed.`,
});
