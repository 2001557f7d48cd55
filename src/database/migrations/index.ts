import type { MigrationInterface } from 'typeorm';
import { Baseline } from './0092-baseline';
import { LockCounts } from './0100-lock-counts';
import { Journal } from './0101-journal';
import { FileLockWaits } from './0102-file-lock-waits';
import { SearchPostings } from './0110-search-postings';
import { CountedLists } from './0111-counted-lists';
import { ChangeTimes } from './0120-change-times';
import { Exports } from './0130-exports';
import { WebhookTables } from './0140-webhooks';
import { PublicIds } from './0145-public-ids';
import { JournalOfFiles } from './0150-journal-of-files';
import { StructuredInvoices } from './0160-structured-invoices';
import { PersonExports } from './0169-person-exports';
import { Erasures } from './0170-erasures';
import { Traces } from './0180-traces';
import { IssuedEDocuments } from './0185-issued-e-documents';
import { ChangeTimesOfSettings } from './0195-change-times-of-settings';
import { ImportLocks } from './0200-import-locks';
import { LoginNetworks } from './0205-login-networks';
import { ExportLocks } from './0206-export-locks';
import { RoundedDocuments } from './0210-rounded-documents';
import { InvoiceCorrections } from './0220-invoice-corrections';
import { SimplifiedInvoices } from './0230-simplified-invoices';
import { Annulments } from './0240-annulments';
import { IssuedFiles } from './0250-issued-files';
import { Verifactu } from './0260-verifactu';
import { JournalFields } from './0270-journal-fields';
import { FreeShoppingRows } from './0271-free-shopping-rows';
import { NormalEmailKeys } from './0280-normal-email-keys';
import { RefusedMessages } from './0300-refused-messages';
import { OriginsOfKeys } from './0201-origins-of-keys';
import { ReplicaBeats } from './0190-replica-beats';

/** All migrations, in order. Each area adds its own file and its line here. */
export const migrations: readonly (new () => MigrationInterface)[] = [
  Baseline,
  LockCounts,
  Journal,
  FileLockWaits,
  SearchPostings,
  CountedLists,
  ChangeTimes,
  Exports,
  WebhookTables,
  PublicIds,
  JournalOfFiles,
  StructuredInvoices,
  PersonExports,
  Erasures,
  Traces,
  IssuedEDocuments,
  ReplicaBeats,
  ChangeTimesOfSettings,
  ImportLocks,
  OriginsOfKeys,
  LoginNetworks,
  ExportLocks,
  RoundedDocuments,
  InvoiceCorrections,
  SimplifiedInvoices,
  Annulments,
  IssuedFiles,
  Verifactu,
  JournalFields,
  FreeShoppingRows,
  NormalEmailKeys,
  RefusedMessages,
];
