import { Module } from '@nestjs/common';
import { DocumentChanges } from './changes/document-changes';
import { DocumentComments } from './changes/document-comments';
import { DocumentCopies } from './copies/document-copies';
import { Documents } from './documents';
import { DocumentNumbers } from './numbers/document-numbers';
import { DocumentWriter } from './writing/document-writer';

const providers = [
  DocumentChanges,
  DocumentComments,
  DocumentCopies,
  DocumentNumbers,
  Documents,
  DocumentWriter,
];

/** Sales documents of any kind: how they are stored, read, changed, copied and shown. */
@Module({ providers, exports: providers })
export class DocumentsModule {}
