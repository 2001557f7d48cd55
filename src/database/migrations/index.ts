import type { MigrationInterface } from 'typeorm';
import { SearchTerms } from './0001-search-terms';
import { Access } from './0002-access';
import { TagGroups } from './0003-tag-groups';
import { Catalog } from './0010-catalog';
import { Sales } from './0020-sales';
import { FilterItems } from './0030-filter-items';
import { SeoAddresses } from './0031-seo-addresses';
import { Tags } from './0032-tags';
import { News } from './0033-news';
import { Definitions } from './0034-definitions';
import { Locations } from './0035-locations';
import { ChannelLocations } from './0036-channel-locations';
import { UserGroups } from './0040-user-groups';
import { Users } from './0041-users';
import { Administration } from './0042-administration';
import { UserTags } from './0043-user-tags';
import { FileLocks } from './0050-file-locks';
import { DocumentTags } from './0060-document-tags';
import { GeneratedDocuments } from './0061-generated-documents';
import { Returns } from './0062-returns';
import { ShipmentLists } from './0063-shipment-lists';
import { OutboxTables } from './0064-outbox';
import { StatusActionTable } from './0065-status-actions';
import { RepeatableRequests } from './0070-repeatable-requests';
import { GivenBackVouchers } from './0073-given-back-vouchers';
import { ChosenValues } from './0074-chosen-values';
import { ExportedShipments } from './0080-exported-shipments';
import { Trackings } from './0081-trackings';
import { SupplierCustomers } from './0082-supplier-customers';
import { TrustedPasswords } from './0090-trusted-passwords';
import { MakersOfKeys } from './0091-makers-of-keys';
import { CommentsOfChanges } from './0092-comments-of-changes';
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
import { OriginsOfKeys } from './0201-origins-of-keys';
import { ReplicaBeats } from './0190-replica-beats';

/** All migrations, in order. Each area adds its own file and its line here. */
export const migrations: readonly (new () => MigrationInterface)[] = [
  SearchTerms,
  Access,
  TagGroups,
  Catalog,
  Sales,
  FilterItems,
  SeoAddresses,
  Tags,
  News,
  Definitions,
  Locations,
  ChannelLocations,
  UserGroups,
  Users,
  Administration,
  UserTags,
  FileLocks,
  DocumentTags,
  GeneratedDocuments,
  Returns,
  ShipmentLists,
  OutboxTables,
  StatusActionTable,
  RepeatableRequests,
  GivenBackVouchers,
  ChosenValues,
  ExportedShipments,
  Trackings,
  SupplierCustomers,
  TrustedPasswords,
  MakersOfKeys,
  CommentsOfChanges,
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
];
