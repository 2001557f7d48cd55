import { Global, Module } from '@nestjs/common';
import { FilterElements } from './filter-elements';
import { FilterItems } from './filter-items';
import { FilterSubjects } from './filter-subjects';

/** Filter items, the one store behind news, definitions and `util/filters`; global, for these areas. */
@Global()
@Module({
  providers: [FilterElements, FilterItems, FilterSubjects],
  exports: [FilterElements, FilterItems, FilterSubjects],
})
export class FiltersModule {}
