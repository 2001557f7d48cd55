import { Injectable } from '@nestjs/common';
import type { AttachmentReference } from '../message-content';

/** A file of a mail. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Makes a file anew. @throws DomainError, with status 503 where it may go better later */
type AttachmentFactory = (reference: AttachmentReference['reference']) => Promise<Attachment>;

/** Those who make what is attached to mails: a file is made when its mail is sent, and lies in no outbox. */
@Injectable()
export class MailAttachments {
  private readonly byName = new Map<string, AttachmentFactory>();

  /** Called once for each area that attaches files, when its module starts. */
  register(name: string, maker: AttachmentFactory): void {
    if (this.byName.has(name)) throw new Error(`Two makers of attachments are called ${name}`);
    this.byName.set(name, maker);
  }

  /** @throws DomainError; Error where nobody has this name */
  async create({ maker, reference }: AttachmentReference): Promise<Attachment> {
    const known = this.byName.get(maker);
    if (!known) throw new Error(`Nobody makes attachments called ${maker}`);
    return known(reference);
  }
}
