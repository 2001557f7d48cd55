import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, listDecoratedProviders } from '../../api';
import { defineError, NotFound } from '../../core/errors';
import {
  whereEquals,
  type ReferencingProperty,
  listReferencingProperties,
  DataAccess,
  isViolationOf,
} from '../../database';
import { getCatalogTable } from './catalog.repository';
import type { CatalogKind } from './catalog-kind';

/** 409: other records refer to the record. */
const CatalogRecordInUse = defineError<{ kind: string; pId: string; referrer: string }>({
  code: 'catalog.referred',
  status: 409,
  title: 'Other records refer to this record',
  remedy: 'Remove the references first.',
  detail: ({ kind, pId, referrer }) =>
    `The ${kind} ${JSON.stringify(pId)} can't be removed: ${referrer} refers to it.`,
});

/** Depends on records of the catalog without a foreign key. */
export interface CatalogDependent {
  /** A property that refers to records of these kinds. Records that it refers to can't be removed. */
  readonly catalogReferrer?: ReferencingProperty & { readonly kinds: readonly CatalogKind[] };
  /** Removes the parts of a record, in the unit of work that removes it. */
  removeCatalogParts?(kind: CatalogKind, id: number): Promise<void>;
}

/** Marks a provider that depends on records of the catalog. */
export const CatalogDependent = createProviderDecorator<CatalogDependent>();

/** Removes records of the catalog if no other record refers to them. Documents keep their copies of names. */
@Injectable()
export class CatalogRecordRemover implements OnModuleInit {
  private dependents: readonly CatalogDependent[] = [];

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    this.dependents = listDecoratedProviders(this.discovery, CatalogDependent);
  }

  /** Removes a record and its parts. @throws NotFound, CatalogRecordInUse */
  async remove(kind: CatalogKind, pId: string): Promise<{ readonly id: number }> {
    const { unitOfWork, loader, writer, searchIndex, database } = this.dataAccess;
    const { entity, conditions, searchKind: searched } = getCatalogTable(kind);
    const [id] = await loader.listIds(entity, [...conditions, whereEquals('pId', pId)]);
    if (id === undefined) throw new NotFound({ resource: kind, id: pId });
    return unitOfWork.run(async () => {
      // Units of work that are about to refer to the record wait for this lock.
      if (database.models.get(entity).columns.has('lockCount')) await writer.lock(entity, [id]);
      await this.requireNotReferenced(kind, { id, pId });
      for (const one of this.dependents) await one.removeCatalogParts?.(kind, id);
      try {
        await writer.remove(entity, id);
      } catch (error) {
        if (!isViolationOf(error, 'foreignKey')) throw error;
        throw new CatalogRecordInUse({ kind, pId, referrer: 'a new record' });
      }
      await searchIndex.remove(searched, [id]);
      return { id };
    });
  }

  private async requireNotReferenced(
    kind: CatalogKind,
    { id, pId }: { readonly id: number; readonly pId: string },
  ): Promise<void> {
    const others = this.dependents.flatMap(({ catalogReferrer: one }) =>
      one?.kinds.includes(kind) ? [one] : [],
    );
    for (const { entity, property } of [
      ...listReferencingProperties(getCatalogTable(kind).entity),
      ...others,
    ]) {
      const [found] = await this.dataAccess.loader.listIds(entity, [whereEquals(property, id)], {
        limit: 1,
      });
      if (found === undefined) continue;
      const { name } = entity;
      const referrer = name.charAt(0).toLowerCase() + name.slice(1);
      throw new CatalogRecordInUse({ kind, pId, referrer: `a record of the kind ${referrer}` });
    }
  }
}
