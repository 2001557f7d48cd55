import { Global, Module } from '@nestjs/common';
import { CatalogRepository } from './catalog.repository';
import { CatalogImportRegistrar } from './catalog-import-registrar';
import { CatalogRecordRemover } from './catalog-record-remover';

/** The imported catalog, which no operation creates; global, because every module refers to it. */
@Global()
@Module({
  providers: [CatalogRepository, CatalogImportRegistrar, CatalogRecordRemover],
  exports: [CatalogRepository],
})
export class CatalogModule {}
