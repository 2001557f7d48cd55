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
  readonly factoryName: string;
  /** @throws DomainError, with status 503 if another attempt may succeed */
  createAttachment(reference: AttachmentReference['reference']): Promise<Attachment>;
}

/** Marks a provider as a factory of attachments. */
export const AttachmentFactory = createProviderDecorator<AttachmentFactory>();

/** Factories of attachments: a file is created when its mail is sent, and never stored in the outbox. */
@Injectable()
export class AttachmentFactories implements OnModuleInit {
  private byName: ReadonlyMap<string, AttachmentFactory> = new Map();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if two factories have the same name */
  onModuleInit(): void {
    this.byName = mapDecoratedProviders(
      this.discovery,
      AttachmentFactory,
      ({ factoryName }) => factoryName,
    );
  }

  /** @throws DomainError; Error if no factory has this name */
  async create({ maker, reference }: AttachmentReference): Promise<Attachment> {
    const factory = this.byName.get(maker);
    if (!factory) throw new Error(`No attachment factory is called ${maker}`);
    return factory.createAttachment(reference);
  }
}
