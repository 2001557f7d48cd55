import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../database';
import { ImportRecordTypes, defineStoredImport } from '../data-transfer/imports';
import { Catalog } from './catalog';
import { catalogKinds } from './catalog-kind';
import { catalogRecords } from './catalog-records';
import { CatalogRemovals } from './catalog-removals';

/** The imported catalog, which no operation creates; global, because every module refers to it. */
@Global()
@Module({ providers: [Catalog, CatalogRemovals], exports: [Catalog, CatalogRemovals] })
export class CatalogModule implements OnModuleInit {
  constructor(
    private readonly stores: Stores,
    private readonly removals: CatalogRemovals,
    private readonly importRecordTypes: ImportRecordTypes,
  ) {}

  onModuleInit(): void {
    for (const one of catalogRecords)
      this.importRecordTypes.register(defineStoredImport(this.stores, one));
    for (const kind of catalogKinds)
      this.importRecordTypes.registerRemoval(kind, (pId) => this.removals.remove(kind, pId));
  }
}
