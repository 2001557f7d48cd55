import { Injectable } from '@nestjs/common';
import { isPlanAffected, type LoadPlan, createLoadPlan } from '../../../src/core/load-plan';
import type { Page } from '../../../src/core/page';
import { toSortKey } from '../../../src/core/text';
import { Crud, equals, defineListing, Stores } from '../../../src/database';
import type { CreateShelfDto, ShelfQuery, UpdateShelfDto } from './shelf.dto';
import { Shelf, shelfSearch } from './shelf.entity';

const shelfListing = defineListing(Shelf, {
  sort: {
    pId: 'pId',
    name: { property: 'name', foldedBy: 'nameFolded' },
    capacity: 'capacity',
  },
  search: shelfSearch,
  filters: { capacity: equals('capacity') },
});

/** The searchable texts of a shelf. */
const searchedPlan = createLoadPlan(Shelf, ['pId', 'name']);

@Injectable()
export class ShelvesService {
  private readonly shelves: Crud<Shelf>;

  constructor(private readonly stores: Stores) {
    this.shelves = new Crud(stores, Shelf, 'shelf', shelfListing);
  }

  list<R>(query: ShelfQuery, plan: LoadPlan<Shelf, R>): Promise<Page<R>> {
    return this.shelves.listPage({ ...query }, plan);
  }

  get<R>(id: number, plan: LoadPlan<Shelf, R>): Promise<R> {
    return this.shelves.get(id, plan);
  }

  async idOf(pId: string): Promise<{ id: number }> {
    return { id: await this.shelves.idOf(pId) };
  }

  create(values: CreateShelfDto): Promise<{ id: number }> {
    return this.stores.unitOfWork.run(async () => {
      const id = await this.shelves.insert({ ...values, nameFolded: toSortKey(values.name) });
      await this.index({ ...values, id });
      return { id };
    });
  }

  update(id: number, changes: UpdateShelfDto): Promise<void> {
    return this.stores.unitOfWork.run(async () => {
      await this.shelves.lock(id);
      const { name } = changes;
      const folded = name === undefined ? {} : { nameFolded: toSortKey(name) };
      await this.shelves.update(id, { ...changes, ...folded });
      if (isPlanAffected(searchedPlan, changes)) {
        await this.index(await this.shelves.get(id, searchedPlan));
      }
    });
  }

  remove(id: number): Promise<{ id: number }> {
    return this.stores.unitOfWork.run(async () => {
      await this.shelves.remove(id);
      await this.stores.search.remove(shelfSearch, [id]);
      return { id };
    });
  }

  private async index({ id, pId, name }: Pick<Shelf, 'id' | 'pId' | 'name'>): Promise<void> {
    await this.stores.search.replace(shelfSearch, [{ id, fields: [pId, name] }]);
  }
}
