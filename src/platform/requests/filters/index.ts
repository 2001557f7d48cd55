export { FilterableCollections, filterTargetOf } from './filter-elements';
export { FilterItemDto, filtersById } from './filter-item.dto';
export { type NamedFilterItem, filterItemRecord } from './filter-item.record';
export { carriesFilter, FilterItems, FilterItemTaken, type ResolvedFilter } from './filter-items';
export { FilterSubjects, type SubjectKind, subjectsOf } from './filter-subjects';
export {
  type FilterTarget,
  filterTargets,
  type FilterType,
  filterTypeCodes,
  elementTargets,
  filterTypes,
  targetNumber,
} from './filter-types';
export { FiltersModule } from './filters.module';
export { FilterItem } from './filter-item.entity';
