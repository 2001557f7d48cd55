import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, mapDecoratedProviders } from '../../../api';
import { MailSender } from './mails/mail-sender';
import type { SendResult } from './message-content';
import type { ClaimedMessage } from './outbox-claims';
import { WebhookSender } from './webhooks/webhook-sender';

/** Collects and sends the messages of an area, which are neither webhooks nor mails. */
export interface CustomMessageSender {
  /** Name in stored messages; it never changes. */
  readonly senderName: string;
  /** Makes one attempt to send the content that a reference identifies. */
  send(contentId: number): Promise<SendResult>;
}

/** Marks a provider as a sender of messages. */
export const CustomMessageSender = createProviderDecorator<CustomMessageSender>();

/** Sends messages: webhooks, mails, and those that areas send themselves. */
@Injectable()
export class MessageSenders implements OnModuleInit {
  private byName: ReadonlyMap<string, CustomMessageSender> = new Map();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly webhooks: WebhookSender,
    private readonly mails: MailSender,
  ) {}

  /** @throws Error if two senders have the same name */
  onModuleInit(): void {
    this.byName = mapDecoratedProviders(
      this.discovery,
      CustomMessageSender,
      (one) => one.senderName,
    );
  }

  /** Makes one attempt to send a message. @throws Error if no sender has its name */
  async send({ messageId, content, trace }: ClaimedMessage): Promise<SendResult> {
    if (content.kind === 'mail') return this.mails.send(messageId, content);
    if (content.kind !== 'own') return this.webhooks.send(messageId, content, trace);
    const sender = this.byName.get(content.sender);
    if (!sender) throw new Error(`No sender of messages is called ${content.sender}`);
    return sender.send(content.reference);
  }
}
