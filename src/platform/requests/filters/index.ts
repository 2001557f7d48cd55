export {
  FilterableCollection,
  FilterableCollections,
  parseFilterTargetType,
} from './filterable-collections';
export { createFilterItemsController } from './filter-items-controller';
export { FilterItemDto, toCanonicalFilters } from './filter-item.dto';
export { type FilterItemWithPid, filterItemRecord } from './filter-item.record';
export {
  toFilterItemCondition,
  FilterItemsService,
  FilterItemTaken,
  type ResolvedFilter,
} from './filter-items.service';
export { FilterSubjectProvider, createFilterSubjectSource } from './filter-subjects';
export {
  type FilterTargetType,
  filterTargetTypes,
  type FilterType,
  filterTypeCodes,
  catalogKindByTargetType,
  filterTypes,
  toFilterTargetNumber,
} from './filter-types';
export { FilterItemsModule } from './filter-items.module';
export { FilterItem } from './filter-item.entity';
