import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { listDecoratedProviders } from '../../api';
import type { DomainError } from '../../core/errors';
import { DataAccess } from '../../database';
import {
  defineStoredRecordImport,
  reindexStoredRecord,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
  type StoredRecordDeclaration,
} from '../data-transfer/imports';
import { catalogKinds } from './catalog-kind';
import { catalogDeclarations } from './catalog-declarations';
import { CatalogRecordRemover } from './catalog-record-remover';
import { HeadquarterCheck, type ImportedHeadquarter } from './headquarter-checks';

/** Imports records of the catalog. */
@Injectable()
@ImportTypeRegistrar()
export class CatalogImportRegistrar implements ImportTypeRegistrar {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly removals: CatalogRecordRemover,
    private readonly discovery: DiscoveryService,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    for (const one of catalogDeclarations) {
      const checked = one.type === 'headquarter' ? this.addHeadquarterChecks(one) : one;
      types.register(defineStoredRecordImport(this.dataAccess, checked));
      types.registerReindexing(one.type, (id) => reindexStoredRecord(this.dataAccess, one, id));
    }
    for (const kind of catalogKinds)
      types.registerRemoval(kind, (pId) => this.removals.remove(kind, pId));
  }

  /** Adds the checks of all modules. */
  private addHeadquarterChecks(declaration: StoredRecordDeclaration): StoredRecordDeclaration {
    const checks = listDecoratedProviders(this.discovery, HeadquarterCheck);
    return {
      ...declaration,
      findChangeError: async (_dataAccess, parsed, { id }): Promise<DomainError | undefined> => {
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
