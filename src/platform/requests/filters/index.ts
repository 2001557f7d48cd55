export {
  FilterableCollection,
  FilterableCollections,
  parseFilterTargetType,
} from './filterable-collections';
export { createFilterItemsController } from './filter-items-controller';
export { FilterItemDto, toCanonicalFilters } from './filter-item.dto';
export { type FilterItemWithPid, filterItemRecord } from './filter-item.record';
export {
  toItemFilterCondition,
  FilterItems,
  FilterItemTaken,
  type ResolvedFilter,
} from './filter-items';
export { FilterSubjectOwner, createFilterSubjectSource } from './filter-subjects';
export {
  type FilterTargetType,
  filterTargetTypes,
  type FilterType,
  filterTypeCodes,
  catalogKindsByTargetType,
  filterTypes,
  toFilterTargetNumber,
} from './filter-types';
export { FilterItemsModule } from './filters.module';
export { FilterItem } from './filter-item.entity';
