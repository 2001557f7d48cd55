import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { listMarkedProviders } from '../../api';
import type { DomainError } from '../../core/errors';
import { Stores } from '../../database';
import {
  defineStoredImport,
  reindexStoredRecord,
  type ImportRecordTypes,
  ImportSource,
  type StoredDeclaration,
} from '../data-transfer/imports';
import { catalogKinds } from './catalog-kind';
import { catalogRecords } from './catalog-records';
import { CatalogRemovals } from './catalog-removals';
import { HeadquarterCheck, type ImportedHeadquarter } from './headquarter-checks';

/** Imports records of the catalog. */
@Injectable()
@ImportSource()
export class CatalogImporter implements ImportSource {
  constructor(
    private readonly stores: Stores,
    private readonly removals: CatalogRemovals,
    private readonly discovery: DiscoveryService,
  ) {}

  registerImports(types: ImportRecordTypes): void {
    for (const one of catalogRecords) {
      const checked = one.type === 'headquarter' ? this.withChecks(one) : one;
      types.register(defineStoredImport(this.stores, checked));
      types.registerReindexing(one.type, (id) => reindexStoredRecord(this.stores, one, id));
    }
    for (const kind of catalogKinds)
      types.registerRemoval(kind, (pId) => this.removals.remove(kind, pId));
  }

  /** Adds the checks of all modules. */
  private withChecks(record: StoredDeclaration): StoredDeclaration {
    const checks = listMarkedProviders(this.discovery, HeadquarterCheck);
    return {
      ...record,
      checkChange: async (_stores, parsed, { id }): Promise<DomainError | undefined> => {
        for (const check of checks) {
          const changed = parsed as unknown as ImportedHeadquarter;
          const error = await check.findChangeError(id as number, changed);
          if (error) return error;
        }
        return undefined;
      },
    };
  }
}
