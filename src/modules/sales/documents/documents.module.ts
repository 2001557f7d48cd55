import { Module } from '@nestjs/common';
import { Annulments } from './changes/annulments';
import { DocumentChanges } from './changes/document-changes';
import { DocumentComments } from './changes/document-comments';
import { CreditedAmounts } from './copies/credited-amounts';
import { DocumentCopies } from './copies/document-copies';
import { Parties } from './copies/parties';
import { Documents } from './documents';
import { DocumentNumbers } from './numbers/document-numbers';
import { RetentionPeriod } from './retention-period';
import { DocumentIssuing } from './writing/document-issuing';
import { DocumentWriter } from './writing/document-writer';

const providers = [
  Annulments,
  CreditedAmounts,
  DocumentChanges,
  DocumentComments,
  DocumentCopies,
  DocumentIssuing,
  DocumentNumbers,
  Documents,
  DocumentWriter,
  Parties,
  RetentionPeriod,
];

/** Stores, reads, changes, copies and serializes sales documents of any kind. */
@Module({ providers, exports: providers })
export class DocumentsModule {}
