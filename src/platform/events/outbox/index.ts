export {
  type AttachmentReference,
  createRetryableFailure,
  createFinalFailure,
  type SendResult,
} from './message-content';
export { getRetentionMsByState, sweepFinishedRecords } from './message-retention';
export { isPlainMailAddress } from './mails/mail-address';
export { type Attachment, AttachmentFactory, AttachmentFactories } from './mails/mail-attachments';
export { MailSender } from './mails/mail-sender';
export { CustomMessageSender } from './message-senders';
export { Outbox, type ListenerReference } from './outbox';
export { OutboxDispatcher } from './outbox-dispatcher';
export { OutboxListener, OutboxListeners, type MessageOutcome } from './outbox-listeners';
export {
  type MessageReference,
  type MessageState,
  messageStates,
  OutboxAttempt,
  OutboxMessage,
} from './outbox-message.entity';
export { type ListedMessage, OutboxAdministration } from './outbox-administration';
export { OutboxModule } from './outbox.module';
export { type SignableWebhook, SignableWebhookSource } from './webhooks/signable-webhook-source';
export { parseWebhookUrl } from './webhooks/webhook-url';
