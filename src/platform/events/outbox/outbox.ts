import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentContext } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import type { TraceParent } from '../../../core/trace-parent';
import { Stores } from '../../../database';
import type { MessageContent } from './message-content';
import { MailSender } from './mails/mail-sender';
import { OutboxDispatcher } from './outbox-dispatcher';
import { type MessageReference, OutboxMessage } from './outbox-message.entity';
import { WebhookSender } from './webhooks/webhook-sender';

/** Who is told what becomes of a message. */
export interface OutboxReference {
  /** A name in OutboxListeners. */
  readonly listener: string;
  readonly reference: MessageReference;
}

interface NewMessage extends OutboxReference {
  readonly content: MessageContent;
  /** Of what it tells of; null: it belongs to none. Absent: that of the request around. */
  readonly trace?: TraceParent | null;
}

/** Takes messages to other systems: they are sent once the change that they belong to is stored, or never. */
@Injectable()
export class Outbox {
  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly webhooks: WebhookSender,
    private readonly mails: MailSender,
    private readonly dispatcher: OutboxDispatcher,
  ) {}

  /**
   * Stores a message, inside the unit of work of the change that it tells of.
   * @throws MailNotConfigured, MailAddressUnusable, WebhookSecretUnknown: no attempt could succeed
   */
  async add(content: MessageContent, concern: OutboxReference): Promise<void> {
    await this.addAll([{ content, ...concern }]);
  }

  /** Stores several messages as `add` stores one. */
  async addAll(messages: readonly NewMessage[]): Promise<void> {
    for (const { content } of messages) this.requireSendable(content);
    const now = this.clock.now();
    const { trace: current = null } = currentContext();
    const rows = messages.map(({ content, listener, reference, trace = current }) => ({
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
    await this.stores.writer.insert(OutboxMessage, rows);
    this.stores.unitOfWork.afterCommit(() => {
      this.dispatcher.trigger();
    });
  }

  private requireSendable(content: MessageContent): void {
    if (content.kind === 'mail') this.mails.requireSendable(content);
    else if (content.kind === 'webhook') this.webhooks.requireSendable(content);
  }
}

/** All mails go to one server. */
function getDestination(content: MessageContent): string {
  if (content.kind === 'mail') return 'smtp';
  const host = content.kind === 'webhook' ? new URL(content.url).host : content.host;
  return host.slice(0, 255);
}
