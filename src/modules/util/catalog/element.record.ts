import { instant, num, record, str } from '../../../api';

/** A record of the catalog; those that are no elements have neither picture nor SKU. */
export interface CatalogRecord {
  readonly id: number;
  readonly pId: string;
  readonly name: string;
  readonly sku?: string;
  readonly image?: string;
  readonly updatedAt?: Date | null;
}

export const elementRecord = record<CatalogRecord>()(
  'element',
  {
    ID: num('id'),
    IMAGE: str('image'),
    NAME: str('name'),
    PID: str('pId'),
    SKU: str('sku'),
    UPDATEDAT: instant('updatedAt'),
  },
  { extensions: ['UPDATEDAT'] },
);
