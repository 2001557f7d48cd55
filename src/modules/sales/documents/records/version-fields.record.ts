import { instantField, stringField } from '../../../../api';
import type { SalesDocument } from '../entities/document.entity';

type VersionColumns = Pick<SalesDocument, 'updatedAt' | 'version'>;

/** In which state a document or shipment is shown: since when, and in the version that an acknowledgement names. */
export const versionFields = {
  UPDATEDAT: instantField<VersionColumns>('updatedAt'),
  VERSION: stringField<VersionColumns>({
    from: ({ version }) => String(version),
    needs: ['version'],
  }),
};

/** All of them are additions. */
export const versionKeys = ['UPDATEDAT', 'VERSION'] as const;
