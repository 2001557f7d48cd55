import { Sort } from '../../../../api';
import { DocumentListQuery } from './document-list.dto';
import { documentSorts } from './document-listing';

/** What lists of issued documents can be asked; newest first, as all lists of sales documents. */
export class IssuedListQuery extends DocumentListQuery {
  @Sort(documentSorts, { default: 'id.desc' })
  sort!: string;
}

const numberOptions = { min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 };
/** The filter by the lowest number. */
export const fromNumberOptions = {
  ...numberOptions,
  description: 'Only numbers of their series from this one on; 0 for all',
};
/** The filter by the highest one. */
export const toNumberOptions = {
  ...numberOptions,
  description: 'Only numbers of their series up to this one; 0 for all',
};
