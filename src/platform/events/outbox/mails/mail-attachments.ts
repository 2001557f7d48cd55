import { Injectable } from '@nestjs/common';
import type { AttachmentReference } from '../message-content';

/** A file attached to a mail. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Creates a file. @throws DomainError, with status 503 if another attempt may succeed */
type AttachmentFactory = (reference: AttachmentReference['reference']) => Promise<Attachment>;

/** Factories of attachments: a file is created when its mail is sent, and never stored in the outbox. */
@Injectable()
export class MailAttachments {
  private readonly byName = new Map<string, AttachmentFactory>();

  /** Registers the factory of an area, when its module starts. */
  register(name: string, factory: AttachmentFactory): void {
    if (this.byName.has(name))
      throw new Error(`The attachment factory ${name} is registered twice`);
    this.byName.set(name, factory);
  }

  /** @throws DomainError; Error if no factory has this name */
  async create({ maker, reference }: AttachmentReference): Promise<Attachment> {
    const known = this.byName.get(maker);
    if (!known) throw new Error(`No attachment factory is called ${maker}`);
    return known(reference);
  }
}
