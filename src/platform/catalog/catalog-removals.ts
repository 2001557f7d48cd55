import { Injectable } from '@nestjs/common';
import { defineError, NotFound } from '../../core/errors';
import { is, type Referrer, listReferrers, Stores, isViolationOf } from '../../database';
import { getCatalogTable } from './catalog';
import type { CatalogKind } from './catalog-kind';

/** 409: other records refer to the record. */
const CatalogRecordInUse = defineError<{ kind: string; pId: string; referrer: string }>({
  code: 'catalog.referred',
  status: 409,
  title: 'Other records refer to this record',
  remedy: 'Remove the references first.',
  detail: ({ kind, pId, referrer }) =>
    `The ${kind} ${JSON.stringify(pId)} can't be removed: a record of the kind ${referrer} refers to it.`,
});

/** Records that refer to kinds of the catalog without a foreign key. */
interface OtherReferrer extends Referrer {
  readonly kinds: readonly CatalogKind[];
}

/** Removes the parts of a record, in the enclosing unit of work. */
type PartRemover = (kind: CatalogKind, id: number) => Promise<void>;

/** Removes records of the catalog if no other record refers to them. Documents keep their copies of names. */
@Injectable()
export class CatalogRemovals {
  private readonly referrers: OtherReferrer[] = [];
  private readonly partRemovers: PartRemover[] = [];

  constructor(private readonly stores: Stores) {}

  registerReferrer(referrer: OtherReferrer): void {
    this.referrers.push(referrer);
  }

  registerPartRemover(removeParts: PartRemover): void {
    this.partRemovers.push(removeParts);
  }

  /** Removes a record and its parts. @throws NotFound, CatalogRecordInUse */
  async remove(kind: CatalogKind, pId: string): Promise<{ readonly id: number }> {
    const { unitOfWork, loader, writer, search, database } = this.stores;
    const { entity, conditions, search: searched } = getCatalogTable(kind);
    const [id] = await loader.listIds(entity, [...conditions, is('pId', pId)]);
    if (id === undefined) throw new NotFound({ resource: kind, id: pId });
    return unitOfWork.run(async () => {
      // Units of work that are about to refer to the record wait for this lock.
      if (database.models.get(entity).columns.has('lockCount')) await writer.lock(entity, [id]);
      await this.requireUnreferred(kind, { id, pId });
      for (const removeParts of this.partRemovers) await removeParts(kind, id);
      try {
        await writer.remove(entity, id);
      } catch (error) {
        if (!isViolationOf(error, 'foreignKey')) throw error;
        throw new CatalogRecordInUse({ kind, pId, referrer: 'that was created in the meantime' });
      }
      await search.remove(searched, [id]);
      return { id };
    });
  }

  private async requireUnreferred(
    kind: CatalogKind,
    { id, pId }: { readonly id: number; readonly pId: string },
  ): Promise<void> {
    const others = this.referrers.filter(({ kinds }) => kinds.includes(kind));
    for (const { entity, property } of [
      ...listReferrers(getCatalogTable(kind).entity),
      ...others,
    ]) {
      const [found] = await this.stores.loader.listIds(entity, [is(property, id)], {
        limit: 1,
      });
      if (found === undefined) continue;
      const { name } = entity;
      const referrer = name.charAt(0).toLowerCase() + name.slice(1);
      throw new CatalogRecordInUse({ kind, pId, referrer });
    }
  }
}
