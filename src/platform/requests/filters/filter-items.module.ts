import { Global, Module } from '@nestjs/common';
import { FilterableCollections } from './filterable-collections';
import { FilterItemsService } from './filter-items.service';
import { FilterSubjects } from './filter-subjects';

/** Filter items, shared by news, definitions and `util/filters`; global, for these areas. */
@Global()
@Module({
  providers: [FilterableCollections, FilterItemsService, FilterSubjects],
  exports: [FilterableCollections, FilterItemsService],
})
export class FilterItemsModule {}
