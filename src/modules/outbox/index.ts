export { isPlainAddress } from './mails/mail-address';
export { MailSender } from './mails/mail-sender';
export { Outbox, type Concern } from './outbox';
export { OutboxDispatcher } from './outbox-dispatcher';
export { OutboxListeners, type Outcome } from './outbox-listeners';
export { type MessageReference, type MessageState, messageStates } from './outbox-message.entity';
export { type ListedMessage, OutboxMessages } from './outbox-messages';
export { OutboxModule } from './outbox.module';
export { webhookAddress } from './webhooks/webhook-address';
