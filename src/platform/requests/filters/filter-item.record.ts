import { codeField, numberField, defineRecord, referenceField } from '../../../api';
import { filterTypeCodes } from './filter-types';
import type { FilterType } from './filter-types';

/** A filter with the pId of its subject. */
export interface FilterItemWithPid {
  readonly id: number;
  readonly itemType: FilterType;
  readonly itemId: number;
  readonly itemPid: string;
}

/** Specification, Filter item record. */
export const filterItemRecord = defineRecord<FilterItemWithPid>()('filterItem', {
  ID: numberField('id'),
  ITEM: referenceField('itemId', 'itemPid'),
  ITEMTYPE: codeField('itemType', filterTypeCodes),
});
