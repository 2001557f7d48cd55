export {
  type AttachmentReference,
  retryableFailure,
  finalFailure,
  type SendResult,
} from './message-content';
export { getMessageRetentionMs, sweepFinished } from './message-retention';
export { isPlainMailAddress } from './mails/mail-address';
export { type Attachment, AttachmentFactory, MailAttachments } from './mails/mail-attachments';
export { MailSender } from './mails/mail-sender';
export { MessageSender } from './message-senders';
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
export { type ListedMessage, OutboxMessages } from './outbox-messages';
export { OutboxModule } from './outbox.module';
export { type SignedWebhook, SignedWebhookSource } from './webhooks/signed-webhook-source';
export { parseWebhookUrl } from './webhooks/webhook-url';
