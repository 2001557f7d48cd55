import { Module } from '@nestjs/common';
import { AttachmentFactories } from './mails/mail-attachments';
import { MailSender } from './mails/mail-sender';
import { MessageSenders } from './message-senders';
import { Outbox } from './outbox';
import { OutboxClaims } from './outbox-claims';
import { OutboxDispatcher } from './outbox-dispatcher';
import { OutboxListeners } from './outbox-listeners';
import { OutboxMetrics } from './outbox-metrics';
import { OutboxAdministration } from './outbox-administration';
import { WebhookSender } from './webhooks/webhook-sender';

/** Webhooks and mails: stored together with the change that they are about, sent afterwards. */
@Module({
  providers: [
    AttachmentFactories,
    MailSender,
    MessageSenders,
    Outbox,
    OutboxClaims,
    OutboxDispatcher,
    OutboxListeners,
    OutboxAdministration,
    OutboxMetrics,
    WebhookSender,
  ],
  exports: [Outbox, OutboxListeners],
})
export class OutboxModule {}
