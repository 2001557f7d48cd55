import { Injectable } from '@nestjs/common';
import { Stores } from '../../database';
import {
  defineStoredImport,
  type ImportRecordTypes,
  ImportSource,
  type StoredDeclaration,
} from '../data-transfer/imports';
import { catalogKinds } from './catalog-kind';
import { catalogRecords } from './catalog-records';
import { CatalogRemovals } from './catalog-removals';
import { HeadquarterChecks, type ImportedHeadquarter } from './headquarter-checks';

/** Imports records of the catalog. */
@Injectable()
@ImportSource()
export class CatalogImporter implements ImportSource {
  constructor(
    private readonly stores: Stores,
    private readonly removals: CatalogRemovals,
    private readonly headquarterChecks: HeadquarterChecks,
  ) {}

  registerImports(types: ImportRecordTypes): void {
    for (const one of catalogRecords) {
      const checked = one.type === 'headquarter' ? this.withChecks(one) : one;
      types.register(defineStoredImport(this.stores, checked));
    }
    for (const kind of catalogKinds)
      types.registerRemoval(kind, (pId) => this.removals.remove(kind, pId));
  }

  private withChecks(record: StoredDeclaration): StoredDeclaration {
    return {
      ...record,
      checkChange: (_stores, parsed, stored) =>
        this.headquarterChecks.findError(
          stored['id'] as number,
          parsed as unknown as ImportedHeadquarter,
        ),
    };
  }
}
