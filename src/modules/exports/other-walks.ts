import { plan } from '../../core/load-plan';
import { is } from '../../database';
import { channelNames, Element, elementKinds, headquarterNames } from '../catalog';
import { ChannelLocation } from '../channels';
import { Definition } from '../definitions';
import { elementTargets } from '../filters';
import { holdsList, recordLines, storedLines, type Walk } from '../intake';
import { locationNames } from '../locations';
import { News } from '../news';
import { elementFilters, filtersOf, toldFilter } from './filter-lines';

const newsPlan = plan(
  News,
  [
    'pId',
    'name',
    'active',
    'publicationDate',
    'priority',
    'comments',
    'largeImage',
    'smallImage',
    'dateAdded',
  ],
  {
    languages: ['languageCode', 'title', 'shortText', 'pageText'],
    seoLanguages: ['languageCode', 'keyWords', 'metaDescription', 'particularTitle', 'urlSeo'],
    activityLimits: ['activationDate', 'expirationDate'],
  },
);

const withoutId = <T extends { id: number }>({ id: _id, ...others }: T): Omit<T, 'id'> => others;

/** How news are exported. */
const news: Walk = {
  entity: News,
  kinds: ['news'],
  lines: [
    {
      type: 'news',
      read: async (ids, { loader, names }) => {
        const found = await loader.byIds(News, ids, newsPlan);
        const filters = await filtersOf(loader, 'news', ids);
        return found.map(
          ({ id, languages, seoLanguages, activityLimits, publicationDate, dateAdded, ...one }) =>
            () => ({
              ...one,
              publicationDate: publicationDate.toISOString(),
              languages: languages.map(withoutId),
              seo: { languages: seoLanguages.map(withoutId) },
              activityLimits: activityLimits.map(withoutId),
              newsItems: filters(id).flatMap((filter) => toldFilter(filter, names)),
              dateAdded: dateAdded.toISOString(),
            }),
        );
      },
    },
  ],
};

const definitions: Walk = {
  entity: Definition,
  kinds: ['definition'],
  lines: [
    {
      type: 'definition',
      read: async (ids, { loader, names }) => {
        const wanted = plan(Definition, ['pId', 'name', 'description']);
        const found = await loader.byIds(Definition, ids, wanted);
        const filters = await filtersOf(loader, 'definitions', ids);
        return found.map(({ id, pId, name, description }) => () => ({
          pId,
          name,
          description,
          definitionItems: filters(id).flatMap((filter) => toldFilter(filter, names)),
        }));
      },
    },
  ],
};

const channelLocations: Walk = {
  entity: ChannelLocation,
  kinds: ['channel'],
  changed: 'channelId',
  lines: [
    recordLines(
      'channelLocation',
      ChannelLocation,
      plan(ChannelLocation, [
        'channelId',
        'locationId',
        'headquarterId',
        'deliveryPoint',
        'returnPoint',
        'zoneRadius',
      ]),
      ({ channelId, locationId, headquarterId, ...one }, { names }) => {
        const headquarter = names.nameOf(headquarterNames, headquarterId);
        const { deliveryPoint, returnPoint, zoneRadius } = one;
        return {
          channel: { pId: names.nameOf(channelNames, channelId) },
          physicalLocation: { pId: names.nameOf(locationNames, locationId) },
          ...(headquarter !== undefined && { headquarter: { pId: headquarter } }),
          deliveryPoint,
          returnPoint,
          zoneRadius,
        };
      },
    ),
  ],
};

const filtered = new Set<string>(Object.values(elementTargets));

/** How filters of elements are exported: behind everything that they name. */
const filters: readonly Walk[] = elementKinds
  .filter((kind) => filtered.has(kind))
  .map((kind) => ({
    entity: Element,
    where: [is('kind', kind)],
    kinds: [kind],
    lines: [storedLines(elementFilters, holdsList)],
  }));

export const linkWalks: readonly Walk[] = [channelLocations];
export const contentWalks: readonly Walk[] = [news, definitions, ...filters];
