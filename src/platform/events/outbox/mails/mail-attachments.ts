import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, mapDecoratedProviders } from '../../../../api';
import type { AttachmentReference } from '../message-content';

/** A file attached to a mail. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Creates the attachments of an area. */
export interface AttachmentFactory {
  /** Name in stored messages; it never changes. */
  readonly maker: string;
  /** @throws DomainError, with status 503 if another attempt may succeed */
  createAttachment(reference: AttachmentReference['reference']): Promise<Attachment>;
}

/** Marks a provider as a factory of attachments. */
export const AttachmentFactory = createProviderDecorator<AttachmentFactory>();

/** Factories of attachments: a file is created when its mail is sent, and never stored in the outbox. */
@Injectable()
export class MailAttachments implements OnModuleInit {
  private byName: ReadonlyMap<string, AttachmentFactory> = new Map();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if two factories have the same name */
  onModuleInit(): void {
    this.byName = mapDecoratedProviders(this.discovery, AttachmentFactory, ({ maker }) => maker);
  }

  /** @throws DomainError; Error if no factory has this name */
  async create({ maker, reference }: AttachmentReference): Promise<Attachment> {
    const known = this.byName.get(maker);
    if (!known) throw new Error(`No attachment factory is called ${maker}`);
    return known.createAttachment(reference);
  }
}
