import { Injectable } from '@nestjs/common';
import { orThrow } from '../../core/errors';
import { type Loaded, type LoadPlan, createLoadPlan } from '../../core/load-plan';
import {
  type Condition,
  Crud,
  type EntityClass,
  ReferenceLookup,
  whereEquals,
  whereIn,
  type ListDefinition,
  defineList,
  type RecordReference,
  type SearchKind,
  DataAccess,
} from '../../database';
import { type CatalogKind, type ElementKind, isElementKind } from './catalog-kind';
import { Channel, channelSearch } from './channel.entity';
import { CatalogElement, elementSearch } from './element.entity';
import { Headquarter, headquarterSearch } from './headquarter.entity';
import { Tax, taxSearch } from './tax.entity';
import { Zone, zoneSearch } from './zone.entity';

/** The columns that all kinds have. */
type CatalogRow = Pick<CatalogElement, 'id' | 'pId' | 'name'>;

/** A record of a kind: `{id, pId, name}` and the additional fields of the kind. */
export type LoadedCatalogRecord<K extends CatalogKind = CatalogKind> = Readonly<
  Loaded<K extends keyof typeof plans ? (typeof plans)[K] : typeof elementPlan>
>;

/** The table of a kind. */
export interface CatalogTable {
  readonly entity: EntityClass<CatalogElement | Zone | Channel | Headquarter | Tax>;
  /** The conditions that select the rows of the kind. */
  readonly conditions: readonly Condition[];
  readonly plan: LoadPlan<never, { readonly id: number }>;
  readonly searchKind: SearchKind;
}

const commonColumns = ['pId', 'name'] as const;
const plans = {
  zone: createLoadPlan(Zone, [...commonColumns, 'countryCode', 'parentId']),
  channel: createLoadPlan(Channel, commonColumns),
  tax: createLoadPlan(Tax, [
    ...commonColumns,
    'rate',
    'reRate',
    'category',
    'exemptionCode',
    'exemptionReason',
  ]),
  headquarter: createLoadPlan(Headquarter, [
    ...commonColumns,
    'address',
    'city',
    'countryCode',
    'state',
    'postalCode',
    'phone',
    'email',
    'vat',
    'logo',
    'legalName',
    'registrationNumber',
    'registrationScheme',
    'electronicAddress',
    'electronicAddressScheme',
    'series',
  ]),
};
const elementPlan = createLoadPlan(CatalogElement, [
  ...commonColumns,
  'kind',
  'sku',
  'image',
  'paymentMeans',
]);
const catalogTables: Readonly<Record<Exclude<CatalogKind, ElementKind>, CatalogTable>> = {
  zone: {
    entity: Zone,
    conditions: [],
    searchKind: zoneSearch,
    plan: plans.zone,
  },
  channel: {
    entity: Channel,
    conditions: [],
    searchKind: channelSearch,
    plan: plans.channel,
  },
  headquarter: {
    entity: Headquarter,
    conditions: [],
    searchKind: headquarterSearch,
    plan: plans.headquarter,
  },
  tax: {
    entity: Tax,
    conditions: [],
    searchKind: taxSearch,
    plan: plans.tax,
  },
};

/** Returns the table of a kind. */
export function getCatalogTable(kind: CatalogKind): CatalogTable {
  return isElementKind(kind)
    ? {
        entity: CatalogElement,
        conditions: [whereEquals('kind', kind)],
        plan: elementPlan,
        searchKind: elementSearch,
      }
    : catalogTables[kind];
}

/** The sort orders and filters of the list of a kind. */
const createCatalogListing = (kind: CatalogKind): ListDefinition<CatalogRow> =>
  defineList(getCatalogTable(kind).entity as EntityClass<CatalogRow>, {
    sort: { pId: 'pId', name: { property: 'name', foldedProperty: 'nameFolded' } },
    search: getCatalogTable(kind).searchKind,
  });

/** References that were resolved together. */
export type CatalogReferenceLookup<K extends CatalogKind> = ReferenceLookup<LoadedCatalogRecord<K>>;

/** Finds records of the imported catalog in bulk: elements, zones, channels, headquarters and taxes. */
@Injectable()
export class CatalogRepository {
  constructor(private readonly dataAccess: DataAccess) {}

  /** The collection of a kind. */
  getCollection(kind: CatalogKind): Crud<CatalogRow> {
    const { entity, conditions } = getCatalogTable(kind);
    const list = createCatalogListing(kind);
    return new Crud(this.dataAccess, entity, kind, list, conditions);
  }

  /** Returns the records with these pIds, by pId, with one query. */
  async findByPIds<K extends CatalogKind>(
    kind: K,
    pIds: readonly string[],
  ): Promise<Map<string, LoadedCatalogRecord<K>>> {
    const found = await this.load(kind, 'pId', [...new Set(pIds)]);
    return new Map(found.map((entry) => [entry.pId, entry]));
  }

  /** Returns the records with these ids, by ascending id, with one query. */
  listByIds<K extends CatalogKind>(
    kind: K,
    ids: readonly number[],
  ): Promise<LoadedCatalogRecord<K>[]> {
    return this.load(kind, 'id', [...new Set(ids)]);
  }

  /** Returns the record that was imported first. */
  async findFirst<K extends CatalogKind>(kind: K): Promise<LoadedCatalogRecord<K> | undefined> {
    const { entity, conditions } = getCatalogTable(kind);
    const oldest = { order: [{ property: 'id' }], limit: 1 } as const;
    const ids = await this.dataAccess.loader.listIds(entity, conditions, oldest);
    const [entry] = await this.listByIds(kind, ids);
    return entry;
  }

  /** Resolves references with at most one query for ids and one for pIds. */
  async lookUpReferences<K extends CatalogKind>(
    kind: K,
    references: readonly RecordReference[],
  ): Promise<CatalogReferenceLookup<K>> {
    const pIds = references.flatMap(({ pId }) => pId ?? []);
    const ids = references.flatMap(({ id = 0 }) => (id === 0 ? [] : id));
    const named = await this.findByPIds(kind, pIds);
    return new ReferenceLookup(kind, [...named.values(), ...(await this.listByIds(kind, ids))]);
  }

  /**
   * Returns the record that a single reference names.
   * @throws InvalidRequest if the reference is empty, ReferenceNotFound, ReferenceMismatch
   */
  async getByReference<K extends CatalogKind>(
    kind: K,
    reference: RecordReference,
    pointer: string,
  ): Promise<LoadedCatalogRecord<K>> {
    return orThrow((await this.lookUpReferences(kind, [reference])).resolve(reference, pointer));
  }

  private async load<K extends CatalogKind>(
    kind: K,
    property: 'id' | 'pId',
    values: readonly unknown[],
  ): Promise<LoadedCatalogRecord<K>[]> {
    if (values.length === 0) return [];
    const { entity, conditions, plan: columns } = getCatalogTable(kind);
    const all = [...conditions, whereIn(property, values)];
    return (await this.dataAccess.loader.listWhere(
      entity as EntityClass<never>,
      all,
      columns,
    )) as unknown as LoadedCatalogRecord<K>[];
  }
}
