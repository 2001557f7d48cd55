import { Global, Module } from '@nestjs/common';
import { FilterableCollections } from './filterable-collections';
import { FilterItems } from './filter-items';
import { FilterSubjects } from './filter-subjects';

/** Filter items, shared by news, definitions and `util/filters`; global, for these areas. */
@Global()
@Module({
  providers: [FilterableCollections, FilterItems, FilterSubjects],
  exports: [FilterableCollections, FilterItems],
})
export class FilterItemsModule {}
