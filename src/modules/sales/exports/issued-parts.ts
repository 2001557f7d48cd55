import { Text } from '../../../api';
import {
  createColumnFields,
  type PartMapping,
  sha256Field,
  type FieldMapping,
  type RowValues,
} from '../../../platform/data-transfer/imports';
import { IssuedFile } from '../documents/entities/issued-file.entity';
import { RetainedCustomer } from '../documents/entities/retained-customer.entity';
import { assignDocumentDates } from './imported-row-completion';
import { retainedAddressesField } from './snapshot-fields';

const issuedFilePathField: FieldMapping = {
  name: 'path',
  decorator: Text({
    max: 80,
    optional: true,
    pattern: '^issued/[0-9a-f]{2}/[0-9a-f]{64}$',
    description:
      "Path of the file among the service's own files; absent if its bytes aren't stored",
  }),
  columns: ['path'],
  serialize: ({ path }) => path ?? undefined,
  parse: (value) => ({ path: value ?? null }),
};

/** Files of issued documents, without their bytes, and customers of documents whose persons were erased. */
export const issuedPartMappings: readonly PartMapping[] = [
  {
    name: 'eDocuments',
    entity: IssuedFile,
    ownerProperty: 'documentId',
    keyProperties: ['form'],
    // A file that was handed out stays, also if an older record lacks it or has another one.
    isProtected: ({ path }) => path !== null,
    fields: createColumnFields(IssuedFile, {
      customFields: [sha256Field('sha256', 'the file'), issuedFilePathField],
      omittedColumns: ['documentId', 'documentDate'],
    }),
    completeNewRows: assignDocumentDates,
  },
  {
    name: 'retainedParties',
    entity: RetainedCustomer,
    ownerProperty: 'documentId',
    // A document has one customer.
    keyProperties: [],
    isProtected: () => true,
    fields: createColumnFields(RetainedCustomer, {
      customFields: [retainedAddressesField],
      omittedColumns: ['documentId'],
    }),
  },
];

/** Returns the files that a record of a document's state names. */
export function listIssuedFiles({ eDocuments = [] }: RowValues) {
  return (eDocuments as Pick<IssuedFile, 'path'>[]).flatMap(({ path }, at) =>
    path ? [{ path, pointer: `/eDocuments/${at}/path` }] : [],
  );
}
