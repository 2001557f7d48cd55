import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { getActorContext } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import type { TraceParent } from '../../../core/trace-parent';
import { DataAccess } from '../../../database';
import type { MessageContent } from './message-content';
import { MailSender } from './mails/mail-sender';
import { OutboxDispatcher } from './outbox-dispatcher';
import { type MessageReference, OutboxMessage } from './outbox-message.entity';
import { WebhookSender } from './webhooks/webhook-sender';

/** The listener that receives the outcome of a message. */
export interface ListenerReference {
  /** Name of the OutboxListener. */
  readonly listener: string;
  readonly reference: MessageReference;
}

interface NewMessage extends ListenerReference {
  readonly content: MessageContent;
  /** Trace of the change that the message is about; null without a trace. Absent: that of the current request. */
  readonly trace?: TraceParent | null;
}

/** Stores messages to other systems: they are sent once the change that they belong to is committed, or never. */
@Injectable()
export class Outbox {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly webhooks: WebhookSender,
    private readonly mails: MailSender,
    private readonly dispatcher: OutboxDispatcher,
  ) {}

  /**
   * Stores a message, inside the unit of work of the change that it is about.
   * @throws MailNotConfigured, MailAddressUnusable, WebhookSecretUnknown if no attempt could succeed
   */
  async add(content: MessageContent, listenerReference: ListenerReference): Promise<void> {
    await this.addAll([{ content, ...listenerReference }]);
  }

  /** Stores several messages like `add`. */
  async addAll(messages: readonly NewMessage[]): Promise<void> {
    for (const { content } of messages) this.requireSendable(content);
    const now = this.clock.now();
    const { trace: currentTrace = null } = getActorContext();
    const rows = messages.map(({ content, listener, reference, trace = currentTrace }) => ({
      messageId: `msg_${randomUUID().replaceAll('-', '')}`,
      kind: content.kind,
      destination: getDestination(content),
      content,
      listener,
      reference,
      trace,
      state: 'pending' as const,
      dueAt: now,
      attempts: 0,
      createdAt: now,
    }));
    await this.dataAccess.writer.insert(OutboxMessage, rows);
    this.dataAccess.unitOfWork.afterCommit(() => {
      this.dispatcher.trigger();
    });
  }

  private requireSendable(content: MessageContent): void {
    if (content.kind === 'mail') this.mails.requireSendable(content);
    else if (content.kind === 'webhook') this.webhooks.requireSendable(content);
  }
}

/** Returns the host of a webhook; all mails go to the same server. */
function getDestination(content: MessageContent): string {
  if (content.kind === 'mail') return 'smtp';
  const host = content.kind === 'webhook' ? new URL(content.url).host : content.host;
  return host.slice(0, 255);
}
