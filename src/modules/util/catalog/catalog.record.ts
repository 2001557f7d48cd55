import { instantField, numberField, defineRecord, stringField } from '../../../api';

/** A record of the catalog. Only elements have an image and a SKU. */
export interface CatalogRecord {
  readonly id: number;
  readonly pId: string;
  readonly name: string;
  readonly sku?: string;
  readonly image?: string;
  readonly updatedAt?: Date | null;
}

export const catalogRecord = defineRecord<CatalogRecord>()(
  { name: 'element', extensions: ['UPDATEDAT'] },
  {
    ID: numberField('id'),
    IMAGE: stringField('image'),
    NAME: stringField('name'),
    PID: stringField('pId'),
    SKU: stringField('sku'),
    UPDATEDAT: instantField('updatedAt'),
  },
);
