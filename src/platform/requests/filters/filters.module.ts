import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { CatalogRemovals } from '../../catalog';
import { FilterableCollections } from './filterable-collections';
import { FilterItems } from './filter-items';
import { FilterSubjects } from './filter-subjects';
import { elementTargets, type FilterTarget, filterTypes } from './filter-types';

const targetByElementKind = new Map<string, FilterTarget>(
  Object.entries(elementTargets).map(([target, kind]) => [kind, target as FilterTarget]),
);

/** Filter items, shared by news, definitions and `util/filters`; global, for these areas. */
@Global()
@Module({
  providers: [FilterableCollections, FilterItems, FilterSubjects],
  exports: [FilterableCollections, FilterItems, FilterSubjects],
})
export class FiltersModule implements OnModuleInit {
  constructor(
    private readonly catalogRemovals: CatalogRemovals,
    private readonly items: FilterItems,
  ) {}

  onModuleInit(): void {
    this.catalogRemovals.registerPartRemover(async (kind, id) => {
      const target = targetByElementKind.get(kind);
      if (target) await this.items.removeAll(target, id);
      if (kind === 'zone') await this.items.removeBySubject(filterTypes.countryZone, id);
    });
  }
}
