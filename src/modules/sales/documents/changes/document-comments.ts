import { Injectable } from '@nestjs/common';
import { DocumentUpdater } from './document-updater';

/** The comments of orders and RMAs. */
@Injectable()
export class DocumentComments {
  constructor(private readonly documentUpdater: DocumentUpdater) {}

  /** Sets a comment; an equal one changes nothing. @throws NotFound, OrderDeleted */
  async set(kind: 'order' | 'rma', id: number, comment: string): Promise<{ result: 'ok' }> {
    await this.documentUpdater.change(kind, id, ['comment'], (document) =>
      document.comment === comment ? undefined : { columns: { comment } },
    );
    return { result: 'ok' };
  }
}
