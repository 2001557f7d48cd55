import { Global, Module } from '@nestjs/common';
import { Catalog } from './catalog';
import { CatalogImporter } from './catalog-importer';
import { CatalogRemovals } from './catalog-removals';

/** The imported catalog, which no operation creates; global, because every module refers to it. */
@Global()
@Module({
  providers: [Catalog, CatalogImporter, CatalogRemovals],
  exports: [Catalog],
})
export class CatalogModule {}
