import { Global, Module } from '@nestjs/common';
import { Catalog } from './catalog';
import { CatalogImporter } from './catalog-importer';
import { CatalogRemovals } from './catalog-removals';
import { HeadquarterChecks } from './headquarter-checks';

/** The imported catalog, which no operation creates; global, because every module refers to it. */
@Global()
@Module({
  providers: [Catalog, CatalogImporter, CatalogRemovals, HeadquarterChecks],
  exports: [Catalog],
})
export class CatalogModule {}
