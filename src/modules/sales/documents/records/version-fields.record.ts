import { instantField, stringField } from '../../../../api';
import type { SalesDocument } from '../entities/document.entity';

type VersionColumns = Pick<SalesDocument, 'updatedAt' | 'version'>;

/** Instant of the last change and version of a document or shipment. Acknowledgements refer to the version. */
export const versionFields = {
  UPDATEDAT: instantField<VersionColumns>('updatedAt'),
  VERSION: stringField<VersionColumns>({
    compute: ({ version }) => String(version),
    columns: ['version'],
  }),
};

/** Keys that extend the specification. */
export const versionKeys = ['UPDATEDAT', 'VERSION'] as const;
