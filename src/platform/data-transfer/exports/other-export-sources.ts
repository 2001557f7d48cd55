import { createLoadPlan } from '../../../core/load-plan';
import { is } from '../../../database';
import { Channel, channelNames, Element, elementKinds, headquarterNames } from '../../catalog';
import { ChannelLocation, channelLocationTimestamps } from '../../../modules/channels';
import { Tag, TagValue } from '../../../modules/custom-tags';
import { Definition } from '../../../modules/definitions';
import { elementTargets } from '../../requests/filters';
import {
  createColumnFields,
  hasList,
  keyField,
  ownerField,
  exportRecords,
  referenceField,
  REMOVE_FIRST,
  type StoredDeclaration,
  exportStoredRecords,
  type ExportSource,
} from '../imports';
import { locationNames } from '../../../modules/locations';
import { News } from '../../../modules/news';
import { DELETED_TAG_VALUES } from './export-changes';
import { elementFiltersDeclaration, loadFilters, serializeFilters } from './filter-declarations';

const newsPlan = createLoadPlan(
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

/** Export source of news. */
const newsExportSource: ExportSource = {
  entity: News,
  changeKinds: ['news'],
  removalPolicy: REMOVE_FIRST,
  recordTypes: [
    {
      type: 'news',
      timestamped: { entity: News },
      prepare: async (ids, { loader, names }) => {
        const found = await loader.listByIds(News, ids, newsPlan);
        const filters = await loadFilters(loader, 'news', ids);
        return found.map((one) => () => ({
          pId: one.pId,
          name: one.name,
          active: one.active,
          priority: one.priority,
          comments: one.comments,
          largeImage: one.largeImage,
          smallImage: one.smallImage,
          publicationDate: one.publicationDate.toISOString(),
          languages: one.languages.map(({ languageCode, title, shortText, pageText }) => ({
            languageCode,
            title,
            shortText,
            pageText,
          })),
          seo: {
            languages: one.seoLanguages.map((text) => ({
              languageCode: text.languageCode,
              keyWords: text.keyWords,
              metaDescription: text.metaDescription,
              particularTitle: text.particularTitle,
              urlSeo: text.urlSeo,
            })),
          },
          activityLimits: one.activityLimits.map(({ activationDate, expirationDate }) => ({
            activationDate,
            expirationDate,
          })),
          newsItems: serializeFilters(filters(one.id), names),
          dateAdded: one.dateAdded.toISOString(),
        }));
      },
    },
  ],
};

const definitionExportSource: ExportSource = {
  entity: Definition,
  changeKinds: ['definition'],
  removalPolicy: REMOVE_FIRST,
  recordTypes: [
    {
      type: 'definition',
      timestamped: { entity: Definition },
      prepare: async (ids, { loader, names }) => {
        const plan = createLoadPlan(Definition, ['pId', 'name', 'description']);
        const found = await loader.listByIds(Definition, ids, plan);
        const filters = await loadFilters(loader, 'definitions', ids);
        return found.map(({ id, pId, name, description }) => () => ({
          pId,
          name,
          description,
          definitionItems: serializeFilters(filters(id), names),
        }));
      },
    },
  ],
};

const channelLocationExportSource: ExportSource = {
  entity: ChannelLocation,
  changeKinds: ['channel'],
  changedIdProperty: 'channelId',
  recordTypes: [
    {
      ...exportRecords(
        'channelLocation',
        ChannelLocation,
        createLoadPlan(ChannelLocation, [
          'channelId',
          'locationId',
          'headquarterId',
          'deliveryPoint',
          'returnPoint',
          'zoneRadius',
        ]),
        ({ channelId, locationId, headquarterId, ...one }, { names }) => {
          const headquarter = names.findName(headquarterNames, headquarterId);
          const { deliveryPoint, returnPoint, zoneRadius } = one;
          return {
            channel: { pId: names.findName(channelNames, channelId) },
            physicalLocation: { pId: names.findName(locationNames, locationId) },
            ...(headquarter !== undefined && { headquarter: { pId: headquarter } }),
            deliveryPoint,
            returnPoint,
            zoneRadius,
          };
        },
      ),
      timestamped: channelLocationTimestamps,
    },
  ],
};

const filterableKinds = new Set<string>(Object.values(elementTargets));

/** Export sources of element filters; they follow everything that they refer to. */
const filterExportSources: readonly ExportSource[] = elementKinds
  .filter((kind) => filterableKinds.has(kind))
  .map((kind) => ({
    entity: Element,
    where: [is('kind', kind)],
    changeKinds: [kind],
    recordTypes: [exportStoredRecords(elementFiltersDeclaration, hasList)],
  }));

/** All links of a channel; only in exports of changes. */
const channelLinksDeclaration: StoredDeclaration = {
  type: 'channelLocations',
  entity: Channel,
  key: ['pId'],
  updatesOtherRecords: true,
  timestamped: { entity: Channel },
  fields: [ownerField('channel')],
  parts: [
    {
      name: 'locations',
      entity: ChannelLocation,
      owner: 'channelId',
      key: ['locationId'],
      fields: createColumnFields(ChannelLocation, {
        others: [
          referenceField('physicalLocation', 'locationId', locationNames),
          referenceField('headquarter', 'headquarterId', headquarterNames, { optional: true }),
        ],
        without: ['channelId'],
      }),
    },
  ],
};

/** All values of a tag; only in exports of changes. The values also have their own, more detailed records. */
const tagValueListDeclaration: StoredDeclaration = {
  type: 'tagValueList',
  entity: Tag,
  key: ['pId'],
  updatesOtherRecords: true,
  fields: [ownerField('tag')],
  parts: [
    {
      name: 'values',
      entity: TagValue,
      owner: 'tagId',
      key: ['pId'],
      fields: [keyField('pId')],
    },
  ],
};

const isNeverWritten = (): boolean => false;

/** Declarations of the records of whole lists. */
export const listDeclarations: readonly StoredDeclaration[] = [
  channelLinksDeclaration,
  tagValueListDeclaration,
];

export const linkExportSources: readonly ExportSource[] = [
  channelLocationExportSource,
  {
    entity: Channel,
    changeKinds: ['channel'],
    recordTypes: [exportStoredRecords(channelLinksDeclaration, isNeverWritten)],
  },
];

export const valueListExportSources: readonly ExportSource[] = [
  {
    entity: Tag,
    changeKinds: [DELETED_TAG_VALUES],
    recordTypes: [exportStoredRecords(tagValueListDeclaration, isNeverWritten)],
  },
];

export const contentExportSources: readonly ExportSource[] = [
  newsExportSource,
  definitionExportSource,
  ...filterExportSources,
];
