export {
  FilterableCollection,
  FilterableCollections,
  parseFilterTarget,
} from './filterable-collections';
export { createFilterItemsController } from './filter-items-controller';
export { FilterItemDto, toFiltersById } from './filter-item.dto';
export { type FilterItemWithPid, filterItemRecord } from './filter-item.record';
export { hasFilter, FilterItems, FilterItemTaken, type ResolvedFilter } from './filter-items';
export { FilterSubjectOwner, createSubjectSource } from './filter-subjects';
export {
  type FilterTarget,
  filterTargets,
  type FilterType,
  filterTypeCodes,
  elementTargets,
  filterTypes,
  toTargetNumber,
} from './filter-types';
export { FiltersModule } from './filters.module';
export { FilterItem } from './filter-item.entity';
