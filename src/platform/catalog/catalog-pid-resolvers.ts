import { createLoadPlan } from '../../core/load-plan';
import { type Condition, whereEquals, whereIn } from '../../database';
import { OneOf, PublicId } from '../../api';
import {
  type CompositeReference,
  type NaturalKeyResolver,
  createPidResolver,
} from '../data-transfer/imports';
import { type ElementKind, elementKinds } from './catalog-kind';
import { Channel } from './channel.entity';
import { CatalogElement } from './element.entity';
import { Headquarter } from './headquarter.entity';
import { Tax } from './tax.entity';
import { Zone } from './zone.entity';

/** Resolvers of catalog records by pId. */
export const zonePidResolver = createPidResolver('zone', Zone);
export const channelPidResolver = createPidResolver('channel', Channel);
export const headquarterPidResolver = createPidResolver('headquarter', Headquarter);
export const taxPidResolver = createPidResolver('tax', Tax);

/** Resolvers of elements by pId; a pId is unique among the elements of a kind. */
export const elementPidResolvers = Object.fromEntries(
  elementKinds.map((kind) => [
    kind,
    createPidResolver(kind, CatalogElement, [whereEquals('kind', kind)]),
  ]),
) as Readonly<Record<ElementKind, NaturalKeyResolver>>;

const elementPlan = createLoadPlan(CatalogElement, ['kind', 'pId']);
const toElementKey = (kind: string, pId: string): string => JSON.stringify([kind, pId]);

/** Identifies an element of any kind by its kind and pId. */
class ElementNameDto {
  @OneOf(elementKinds)
  kind!: ElementKind;

  @PublicId({ refersToStoredData: true })
  pId!: string;
}

/** How an element of any kind is referred to: as `{kind, pId}`. */
export const elementReference: CompositeReference<ElementNameDto> = {
  dto: ElementNameDto,
  toKey: ({ kind, pId }) => toElementKey(kind, pId),
  toDto: (key) => {
    const [kind, pId] = JSON.parse(key) as [ElementKind, string];
    return { kind, pId };
  },
  resolver: {
    resource: 'element',
    findNaturalKeys: async (loader, ids) => {
      const found = await loader.listByIds(CatalogElement, ids, elementPlan);
      return new Map(found.map(({ id, kind, pId }) => [id, toElementKey(kind, pId)]));
    },
    findIds: async (loader, keys) => {
      const named = keys.map((key) => JSON.parse(key) as [string, string]);
      const conditions: Condition[] = [
        whereIn('kind', [...new Set(named.map(([kind]) => kind))]),
        whereIn('pId', [...new Set(named.map(([, pId]) => pId))]),
      ];
      const found = await loader.listWhere(CatalogElement, conditions, elementPlan);
      return new Map(found.map(({ id, kind, pId }) => [toElementKey(kind, pId), id]));
    },
  },
};
