export {
  type AttachmentReference,
  retryableFailure,
  finalFailure,
  type SendResult,
} from './message-content';
export { getMessageRetention, sweepFinished } from './message-retention';
export { isPlainAddress } from './mails/mail-address';
export { type Attachment, AttachmentFactory, MailAttachments } from './mails/mail-attachments';
export { MailSender } from './mails/mail-sender';
export { MessageSender } from './message-senders';
export { Outbox, type OutboxReference } from './outbox';
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
export { type SignedWebhook, SubscribedWebhooks } from './webhooks/subscribed-webhooks';
export { parseWebhookAddress } from './webhooks/webhook-address';
