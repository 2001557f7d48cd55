import { createLoadPlan } from '../../core/load-plan';
import { type Condition, whereEquals, whereIn } from '../../database';
import { OneOf, PublicId } from '../../api';
import {
  type CompositeReference,
  type NameResolver,
  createPidResolver,
} from '../data-transfer/imports';
import { type ElementKind, elementKinds } from './catalog-kind';
import { Channel } from './channel.entity';
import { CatalogElement } from './element.entity';
import { Headquarter } from './headquarter.entity';
import { Tax } from './tax.entity';
import { Zone } from './zone.entity';

/** Resolves records of the catalog by the names that import records use. */
export const zonePidResolver = createPidResolver('zone', Zone);
export const channelPidResolver = createPidResolver('channel', Channel);
export const headquarterPidResolver = createPidResolver('headquarter', Headquarter);
export const taxPidResolver = createPidResolver('tax', Tax);

/** Resolves elements by the names that import records use, by kind. */
export const elementPidResolvers = Object.fromEntries(
  elementKinds.map((kind) => [
    kind,
    createPidResolver(kind, CatalogElement, [whereEquals('kind', kind)]),
  ]),
) as Readonly<Record<ElementKind, NameResolver>>;

const elementPlan = createLoadPlan(CatalogElement, ['kind', 'pId']);
const toElementKey = (kind: string, pId: string): string => JSON.stringify([kind, pId]);

/** The name of an element of any kind: kind and pId. */
class ElementNameDto {
  @OneOf(elementKinds)
  kind!: ElementKind;

  @PublicId({ allowsInvisibleCharacters: true })
  pId!: string;
}

/** An element of any kind, named as `{kind, pId}`. */
export const elementReference: CompositeReference<ElementNameDto> = {
  dto: ElementNameDto,
  toKey: ({ kind, pId }) => toElementKey(kind, pId),
  toDto: (key) => {
    const [kind, pId] = JSON.parse(key) as [ElementKind, string];
    return { kind, pId };
  },
  resolver: {
    resource: 'element',
    findNames: async (loader, ids) => {
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
