import { catalogExportSources } from '../../catalog';
import { tagExportSources } from '../../../modules/custom-tags';
import type { RemovalReplayKind, StoredRecordDeclaration, ExportSource } from '../imports';
import { locationExportSources } from '../../../modules/locations';
import {
  statusActionExportSources,
  documentExportSources,
  salesRecordDeclarations,
  subStatusExportSources,
  verifactuRecordDeclarations,
  verifactuExportSources,
} from '../../../modules/sales';
import {
  userGroupExportSources,
  userImportDeclarations,
  userExportSources,
} from '../../../modules/users';
import { webhookExportSources } from '../../events/webhooks';
import { FILE_RECORD_TYPE } from './file-record-importer';
import { elementFiltersDeclaration } from './filter-declarations';
import { apiKeyDeclaration, apiKeyExportSources } from './api-key-declaration';
import {
  contentExportSources,
  channelLocationExportSources,
  wholeListDeclarations,
  tagValueListExportSources,
} from './content-and-list-export-sources';

/** All exported records, in an order in which they can be imported. */
export const exportSources: readonly ExportSource[] = [
  ...catalogExportSources,
  ...locationExportSources,
  ...channelLocationExportSources,
  ...tagExportSources,
  ...tagValueListExportSources,
  ...userGroupExportSources,
  ...subStatusExportSources,
  ...statusActionExportSources,
  ...userExportSources,
  ...apiKeyExportSources,
  ...webhookExportSources,
  ...contentExportSources,
  ...documentExportSources,
  ...verifactuExportSources,
];

/** How imports treat deleted and renamed records, by kind; a kind follows the kinds that it refers to. */
export const removalReplayKinds: readonly RemovalReplayKind[] = exportSources.flatMap(
  ({ entity, where, journalKinds, removalReplay }) =>
    removalReplay
      ? journalKinds.map((kind) => ({ kind, entity, ...(where && { where }), ...removalReplay }))
      : [],
);

/** Record types in the order of an export. */
export const exportedTypes: readonly string[] = [
  ...new Set(exportSources.flatMap(({ recordTypes }) => recordTypes.map(({ type }) => type))),
  FILE_RECORD_TYPE,
];

/** Record types that the import accepts only because exports contain them. */
export const exportOnlyDeclarations: readonly StoredRecordDeclaration[] = [
  ...userImportDeclarations,
  elementFiltersDeclaration,
  ...wholeListDeclarations,
  ...salesRecordDeclarations,
  ...verifactuRecordDeclarations,
  apiKeyDeclaration,
];

/** Returns those of the types that no export contains. */
export function findUnknownTypes(types: readonly string[]): string[] {
  return types.filter((type) => !exportedTypes.includes(type));
}

export function formatUnknownTypeMessage(type: string): string {
  return `Unknown record type ${type}. Use one of ${exportedTypes.join(', ')}.`;
}
