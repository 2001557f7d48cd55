import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import { mergePlans, type LoadPlan, planFor, type TablePlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import {
  Catalog,
  type CatalogKind,
  catalogKinds,
  isElementKind,
  getCatalogTable,
} from '../../../platform/catalog';
import type { CatalogQuery } from './catalog.dto';
import type { CatalogRecord } from './element.record';

const changeTimePlan = planFor<CatalogRecord>(['updatedAt']);

/** What the store has brought along, to look at: nothing of it is made or changed here. */
@Injectable()
export class CatalogService {
  constructor(private readonly catalog: Catalog) {}

  /** @throws NotFound when there are no records of the type */
  async list(
    type: string,
    query: CatalogQuery,
    plan: TablePlan<CatalogRecord>,
  ): Promise<Page<CatalogRecord>> {
    const kind = getCatalogKind(type);
    // Elements alone have all that the answer can show.
    const there: LoadPlan = isElementKind(kind)
      ? plan
      : mergePlans(getCatalogTable(kind).plan, changeTimePlan);
    return this.catalog.crud(kind).listPage({ ...query }, there as TablePlan<CatalogRecord>);
  }

  /** @throws NotFound */
  async getId(type: string, pId: string): Promise<{ id: number }> {
    return { id: await this.catalog.crud(getCatalogKind(type)).idOf(pId) };
  }
}

function getCatalogKind(word: string): CatalogKind {
  const kind = catalogKinds.find((one) => one === word);
  if (kind === undefined) throw new NotFound({ resource: 'type of the catalog', id: word });
  return kind;
}
