import { defineError } from '../../../core/errors';

/** 422: mails need a server and a sender. */
export const MailNotConfigured = defineError<{ variable: string }>({
  code: 'mail.notConfigured',
  status: 422,
  title: "The service can't send mails",
  remedy: 'Set the variable and start the service again.',
  detail: ({ variable }) => `${variable} is not set, so no mail can be sent.`,
});

/** 422: mails go to plain addresses only. */
export const MailAddressUnusable = defineError({
  code: 'mail.address',
  status: 422,
  title: 'There is no address for the mail',
  remedy: 'Give the customer or the action an address.',
  detail: () => 'The mail has no plain e-mail address to go to.',
});

/** 422: a webhook that can't be signed is not sent. */
export const WebhookSecretUnknown = defineError<{ secretName: string }>({
  code: 'webhook.secretUnknown',
  status: 422,
  title: 'There is no such secret',
  remedy: 'Add the secret to `WEBHOOK_SECRETS`, or name another one.',
  detail: ({ secretName }) => `WEBHOOK_SECRETS has no secret ${JSON.stringify(secretName)}.`,
});

/** 409: only a message that was given up is sent again. */
export const MessageNotFailed = defineError<{ id: number; state: string }>({
  code: 'outbox.notFailed',
  status: 409,
  title: 'The message has not failed',
  remedy: 'Do nothing: the message is delivered or on its way.',
  detail: ({ id, state }) => `The message ${id} is ${state}; only failed ones can be replayed.`,
});
