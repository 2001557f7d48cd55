import { Code, Nested, PublicId } from '../../../api';
import { toCountryCode, toNumericCountryCode } from '../../../core/countries';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { InvalidRequest } from '../../../core/errors';
import { whereEquals, whereNotIn, whereIn, type Loader, type DataAccess } from '../../../database';
import { elementReference, CatalogElement, type ElementKind, zonePidResolver } from '../../catalog';
import {
  catalogKindByTargetType,
  FilterItem,
  type FilterTargetType,
  type FilterType,
  filterTypeCodes,
  filterTypes,
  toFilterTargetNumber,
} from '../../requests/filters';
import {
  type FieldMapping,
  requireIdByNaturalKey,
  type NaturalKeyResolver,
  type NaturalKeyLookup,
  type RowValues,
  type StoredRecordDeclaration,
} from '../imports';
import { userGroupPidResolver, userPidResolver } from '../../../modules/users';

/** Resolvers of filter subjects, except for countries, which have codes. */
const resolverByFilterType: Readonly<Partial<Record<FilterType, NaturalKeyResolver>>> = {
  [filterTypes.user]: userPidResolver,
  [filterTypes.userGroup]: userGroupPidResolver,
  [filterTypes.countryZone]: zonePidResolver,
};

/** Returns the pId of a filter's subject, or the code of a country. */
function findSubjectPId(
  itemType: FilterType,
  itemId: number,
  names: NaturalKeyLookup,
): string | undefined {
  const resolver = resolverByFilterType[itemType];
  return resolver ? names.findNaturalKey(resolver, itemId) : toCountryCode(itemId);
}

/** Serializes filters in an order that doesn't depend on ids. */
export function serializeFilters(
  filters: readonly FilterWithOwnerId[],
  names: NaturalKeyLookup,
): { pId: string; itemType: FilterType }[] {
  return filters
    .flatMap((one) => serializeFilter(one, names))
    .sort((one, other) => one.itemType - other.itemType || (one.pId < other.pId ? -1 : 1));
}

/** Serializes a filter; empty if its subject no longer exists. */
function serializeFilter(
  { itemType, itemId }: Pick<FilterItem, 'itemType' | 'itemId'>,
  names: NaturalKeyLookup,
): readonly { readonly pId: string; readonly itemType: FilterType }[] {
  const pId = findSubjectPId(itemType, itemId, names);
  return pId === undefined ? [] : [{ pId, itemType }];
}

class FilterSubjectDto {
  @Code(filterTypeCodes)
  itemType!: FilterType;

  @PublicId({ description: 'pId, or the code of a country' })
  pId!: string;
}

const itemField: FieldMapping = {
  name: 'item',
  decorator: Nested(() => FilterSubjectDto),
  columns: ['itemType', 'itemId'],
  serialize: (row, { naturalKeys }) =>
    serializeFilter(row as RowValues & FilterItem, naturalKeys)[0],
  parse: (value, { ids, pointer }) => {
    const { itemType, pId } = value as FilterSubjectDto;
    const resolver = resolverByFilterType[itemType];
    const itemId = resolver
      ? requireIdByNaturalKey(ids, resolver, pId, `${pointer}/item`)
      : toNumericCountryCode(pId);
    return { itemType, itemId };
  },
};

const elementField: FieldMapping = {
  name: 'element',
  decorator: Nested(() => elementReference.dto),
  columns: ['kind', 'pId'],
  serialize: ({ kind, pId }) => ({ kind, pId }),
  parse: (value) => ({ ...(value as { kind: ElementKind; pId: string }) }),
};

/** Import and export of the filters of catalog elements. */
export const elementFiltersDeclaration: StoredRecordDeclaration = {
  type: 'elementFilters',
  entity: CatalogElement,
  keyProperties: ['kind', 'pId'],
  isUpdateOnly: true,
  updatedAtOwner: { entity: CatalogElement },
  fields: [elementField],
  parts: [
    {
      name: 'filters',
      entity: FilterItem,
      ownerProperty: 'elementId',
      where: [
        whereNotIn('target', [toFilterTargetNumber('news'), toFilterTargetNumber('definitions')]),
      ],
      keyProperties: ['itemType', 'itemId'],
      fields: [itemField],
      completeNewRows: addFilterTargets,
    },
  ],
};

const kindPlan = createLoadPlan(CatalogElement, ['kind']);
const targetByElementKind = new Map(
  Object.entries(catalogKindByTargetType).map(([target, kind]) => [
    kind,
    toFilterTargetNumber(target as FilterTargetType),
  ]),
);

/** Adds the targets of filters. @throws InvalidRequest for an element that can't have filters */
async function addFilterTargets(
  rows: readonly RowValues[],
  { loader }: DataAccess,
): Promise<RowValues[]> {
  const ids = rows.map(({ elementId }) => elementId as number);
  const elements = await loader.listByIds(CatalogElement, ids, kindPlan);
  const kinds = new Map(elements.map(({ id, kind }) => [id, kind]));
  return rows.map((row) => {
    const target = targetByElementKind.get(kinds.get(row['elementId'] as number) as ElementKind);
    if (target !== undefined) return { ...row, target };
    const detail = "Elements of this kind can't have filters.";
    throw new InvalidRequest([{ pointer: '/element/kind', code: 'element.unfiltered', detail }]);
  });
}

/** Loads the filters of the news or definitions with these ids, in the order in which they were added. */
export async function loadFilterLookup(
  loader: Loader,
  target: FilterTargetType,
  ids: readonly number[],
): Promise<(id: number) => readonly FilterWithOwnerId[]> {
  const conditions = [
    whereEquals('target', toFilterTargetNumber(target)),
    whereIn('elementId', ids),
  ];
  const rows = await loader.listWhere(FilterItem, conditions, elementFilterPlan);
  return (id) => rows.filter(({ elementId }) => elementId === id);
}

const elementFilterPlan = createLoadPlan(FilterItem, ['elementId', 'itemType', 'itemId']);

/** A filter with the id of the news or definition that it belongs to. */
export type FilterWithOwnerId = Loaded<typeof elementFilterPlan>;
