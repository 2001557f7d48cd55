import { Injectable } from '@nestjs/common';
import { isPlanAffected, type LoadPlan, createLoadPlan } from '../../../src/core/load-plan';
import type { Page } from '../../../src/core/page';
import { toSortKey } from '../../../src/core/text-folding';
import { Crud, filterByEqual, defineList, DataAccess } from '../../../src/database';
import type { CreateShelfDto, ShelfQuery, UpdateShelfDto } from './shelf.dto';
import { Shelf, shelfSearch } from './shelf.entity';

const shelfListing = defineList(Shelf, {
  sort: {
    pId: 'pId',
    name: { property: 'name', foldedProperty: 'nameFolded' },
    capacity: 'capacity',
  },
  search: shelfSearch,
  filters: { capacity: filterByEqual('capacity') },
});

/** The searchable texts of a shelf. */
const searchedPlan = createLoadPlan(Shelf, ['pId', 'name']);

@Injectable()
export class ShelvesService {
  private readonly shelves: Crud<Shelf>;

  constructor(private readonly dataAccess: DataAccess) {
    this.shelves = new Crud(dataAccess, Shelf, 'shelf', shelfListing);
  }

  list<R>(query: ShelfQuery, plan: LoadPlan<Shelf, R>): Promise<Page<R>> {
    return this.shelves.listPage({ ...query }, plan);
  }

  get<R>(id: number, plan: LoadPlan<Shelf, R>): Promise<R> {
    return this.shelves.get(id, plan);
  }

  async idOf(pId: string): Promise<{ id: number }> {
    return { id: await this.shelves.getIdByPid(pId) };
  }

  create(values: CreateShelfDto): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const id = await this.shelves.insert({ ...values, nameFolded: toSortKey(values.name) });
      await this.index({ ...values, id });
      return { id };
    });
  }

  update(id: number, changes: UpdateShelfDto): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
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
    return this.dataAccess.unitOfWork.run(async () => {
      await this.shelves.remove(id);
      await this.dataAccess.searchIndex.remove(shelfSearch, [id]);
      return { id };
    });
  }

  private async index({ id, pId, name }: Pick<Shelf, 'id' | 'pId' | 'name'>): Promise<void> {
    await this.dataAccess.searchIndex.replace(shelfSearch, [{ id, fields: [pId, name] }]);
  }
}
