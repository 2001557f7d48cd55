import { code, num, record, ref } from '../../../api';
import { filterTypeCodes } from './filter-types';
import type { FilterType } from './filter-types';

/** A filter with what it names. */
export interface NamedFilterItem {
  readonly id: number;
  readonly itemType: FilterType;
  readonly itemId: number;
  readonly itemPid: string;
}

/** Specification, Filter item record. */
export const filterItemRecord = record<NamedFilterItem>()('filterItem', {
  ID: num('id'),
  ITEM: ref('itemId', 'itemPid'),
  ITEMTYPE: code('itemType', filterTypeCodes),
});
