import { Sort } from '../../../../api';
import { DocumentListQuery } from './document-list.dto';
import { documentSortKeys } from './document-listing';

/** Query parameters of lists of issued documents. The newest come first by default. */
export class IssuedListQuery extends DocumentListQuery {
  @Sort(documentSortKeys, { default: 'id.desc' })
  sort!: string;
}

const numberOptions = { min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 };
/** Options of the filter by the lowest number. */
export const fromNumberOptions = {
  ...numberOptions,
  description: 'Only documents with at least this number in their series; 0 for all',
};
/** Options of the filter by the highest number. */
export const toNumberOptions = {
  ...numberOptions,
  description: 'Only documents with at most this number in their series; 0 for all',
};
