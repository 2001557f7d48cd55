import { Injectable } from '@nestjs/common';
import { Stores } from '../../database';
import { defineStoredImport, type ImportRecordTypes, ImportSource } from '../data-transfer/imports';
import { catalogKinds } from './catalog-kind';
import { catalogRecords } from './catalog-records';
import { CatalogRemovals } from './catalog-removals';

/** Imports records of the catalog. */
@Injectable()
@ImportSource()
export class CatalogImporter implements ImportSource {
  constructor(
    private readonly stores: Stores,
    private readonly removals: CatalogRemovals,
  ) {}

  registerImports(types: ImportRecordTypes): void {
    for (const one of catalogRecords) types.register(defineStoredImport(this.stores, one));
    for (const kind of catalogKinds)
      types.registerRemoval(kind, (pId) => this.removals.remove(kind, pId));
  }
}
