import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import {
  mergePlans,
  type LoadPlan,
  createLoadPlanForType,
  type RecordPlan,
} from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import {
  CatalogRepository,
  type CatalogKind,
  catalogKinds,
  isElementKind,
  getCatalogTable,
} from '../../../platform/catalog';
import type { CatalogQuery } from './catalog.dto';
import type { CatalogRecord } from './catalog.record';

const changeTimePlan = createLoadPlanForType<CatalogRecord>(['updatedAt']);

/** Reads the imported catalog, which can't be changed here. */
@Injectable()
export class CatalogService {
  constructor(private readonly catalog: CatalogRepository) {}

  /** Lists the records of a type. @throws NotFound if the type is unknown */
  async list(
    type: string,
    query: CatalogQuery,
    plan: RecordPlan<CatalogRecord>,
  ): Promise<Page<CatalogRecord>> {
    const kind = parseCatalogKind(type);
    // Only elements have all columns that the response can contain.
    const availablePlan: LoadPlan = isElementKind(kind)
      ? plan
      : mergePlans(getCatalogTable(kind).plan, changeTimePlan);
    return this.catalog
      .getCollection(kind)
      .listPage({ ...query }, availablePlan as RecordPlan<CatalogRecord>);
  }

  /** @throws NotFound */
  async getIdByPid(type: string, pId: string): Promise<{ id: number }> {
    return { id: await this.catalog.getCollection(parseCatalogKind(type)).getIdByPid(pId) };
  }
}

function parseCatalogKind(type: string): CatalogKind {
  const kind = catalogKinds.find((one) => one === type);
  if (kind === undefined) throw new NotFound({ resource: 'type of the catalog', id: type });
  return kind;
}
