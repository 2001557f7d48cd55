import { Module } from '@nestjs/common';
import { DocumentAnnulments } from './changes/document-annulments';
import { DocumentUpdater } from './changes/document-updater';
import { DocumentComments } from './changes/document-comments';
import { OrderCreditNotes } from './copies/order-credit-notes';
import { DocumentGenerator } from './copies/document-generator';
import { RetainedCustomers } from './copies/retained-customers';
import { Documents } from './documents';
import { DocumentNumbers } from './numbers/document-numbers';
import { RetentionPeriod } from './retention-period';
import { DocumentIssuance } from './writing/document-issuance';
import { DocumentWriter } from './writing/document-writer';

const providers = [
  DocumentAnnulments,
  OrderCreditNotes,
  DocumentUpdater,
  DocumentComments,
  DocumentGenerator,
  DocumentIssuance,
  DocumentNumbers,
  Documents,
  DocumentWriter,
  RetainedCustomers,
  RetentionPeriod,
];

/** Stores, reads, changes, copies and serializes sales documents of any kind. */
@Module({ providers, exports: providers })
export class DocumentsModule {}
