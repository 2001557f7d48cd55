import { createLoadPlan } from '../../../core/load-plan';
import { whereEquals } from '../../../database';
import {
  Channel,
  channelPidResolver,
  CatalogElement,
  elementKinds,
  headquarterPidResolver,
} from '../../catalog';
import { ChannelLocation, channelLocationUpdatedAtOwner } from '../../../modules/channels';
import { Tag, TagValue } from '../../../modules/custom-tags';
import { Definition } from '../../../modules/definitions';
import { catalogKindByTargetType } from '../../requests/filters';
import {
  createColumnFields,
  hasAnyListMember,
  identifierField,
  targetReferenceField,
  defineRecordExport,
  storedReferenceField,
  REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
  type StoredRecordDeclaration,
  defineStoredRecordExport,
  type ExportSource,
} from '../imports';
import { locationPidResolver } from '../../../modules/locations';
import { News } from '../../../modules/news';
import { ALL_TAGS_AFTER_VALUE_DELETION } from './export-changes';
import {
  elementFiltersDeclaration,
  loadFilterLookup,
  serializeFilters,
} from './filter-declarations';

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
  journalKinds: ['news'],
  removalReplay: REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
  recordTypes: [
    {
      type: 'news',
      updatedAtOwner: { entity: News },
      loadSerializers: async (ids, { loader, naturalKeys }) => {
        const found = await loader.listByIds(News, ids, newsPlan);
        const getFilters = await loadFilterLookup(loader, 'news', ids);
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
          newsItems: serializeFilters(getFilters(one.id), naturalKeys),
          dateAdded: one.dateAdded.toISOString(),
        }));
      },
    },
  ],
};

const definitionExportSource: ExportSource = {
  entity: Definition,
  journalKinds: ['definition'],
  removalReplay: REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
  recordTypes: [
    {
      type: 'definition',
      updatedAtOwner: { entity: Definition },
      loadSerializers: async (ids, { loader, naturalKeys }) => {
        const plan = createLoadPlan(Definition, ['pId', 'name', 'description']);
        const found = await loader.listByIds(Definition, ids, plan);
        const getFilters = await loadFilterLookup(loader, 'definitions', ids);
        return found.map(({ id, pId, name, description }) => () => ({
          pId,
          name,
          description,
          definitionItems: serializeFilters(getFilters(id), naturalKeys),
        }));
      },
    },
  ],
};

const channelLocationExportSource: ExportSource = {
  entity: ChannelLocation,
  journalKinds: ['channel'],
  journalIdProperty: 'channelId',
  recordTypes: [
    {
      ...defineRecordExport(
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
        ({ channelId, locationId, headquarterId, ...one }, { naturalKeys }) => {
          const headquarter = naturalKeys.findNaturalKey(headquarterPidResolver, headquarterId);
          const { deliveryPoint, returnPoint, zoneRadius } = one;
          return {
            channel: { pId: naturalKeys.findNaturalKey(channelPidResolver, channelId) },
            physicalLocation: { pId: naturalKeys.findNaturalKey(locationPidResolver, locationId) },
            ...(headquarter !== undefined && { headquarter: { pId: headquarter } }),
            deliveryPoint,
            returnPoint,
            zoneRadius,
          };
        },
      ),
      updatedAtOwner: channelLocationUpdatedAtOwner,
    },
  ],
};

const filterableKinds = new Set<string>(Object.values(catalogKindByTargetType));

/** Export sources of element filters; in the export they come after everything that they refer to. */
const filterExportSources: readonly ExportSource[] = elementKinds
  .filter((kind) => filterableKinds.has(kind))
  .map((kind) => ({
    entity: CatalogElement,
    where: [whereEquals('kind', kind)],
    journalKinds: [kind],
    recordTypes: [defineStoredRecordExport(elementFiltersDeclaration, hasAnyListMember)],
  }));

/** All links of a channel; only in exports of changes. */
const channelLocationListDeclaration: StoredRecordDeclaration = {
  type: 'channelLocations',
  entity: Channel,
  keyProperties: ['pId'],
  isUpdateOnly: true,
  updatedAtOwner: { entity: Channel },
  fields: [targetReferenceField('channel')],
  parts: [
    {
      name: 'locations',
      entity: ChannelLocation,
      ownerProperty: 'channelId',
      keyProperties: ['locationId'],
      fields: createColumnFields(ChannelLocation, {
        customFields: [
          storedReferenceField('physicalLocation', 'locationId', locationPidResolver),
          storedReferenceField('headquarter', 'headquarterId', headquarterPidResolver, {
            optional: true,
          }),
        ],
        omittedColumns: ['channelId'],
      }),
    },
  ],
};

/** All values of a tag; only in exports of changes. The values also have their own, more detailed records. */
const tagValueListDeclaration: StoredRecordDeclaration = {
  type: 'tagValueList',
  entity: Tag,
  keyProperties: ['pId'],
  isUpdateOnly: true,
  fields: [targetReferenceField('tag')],
  parts: [
    {
      name: 'values',
      entity: TagValue,
      ownerProperty: 'tagId',
      keyProperties: ['pId'],
      fields: [identifierField('pId')],
    },
  ],
};

/** Lines of whole lists are only in exports of changes. */
const isWholeListInFullExport = (): boolean => false;

/** Declarations of the records of whole lists. */
export const wholeListDeclarations: readonly StoredRecordDeclaration[] = [
  channelLocationListDeclaration,
  tagValueListDeclaration,
];

export const channelLocationExportSources: readonly ExportSource[] = [
  channelLocationExportSource,
  {
    entity: Channel,
    journalKinds: ['channel'],
    recordTypes: [
      defineStoredRecordExport(channelLocationListDeclaration, isWholeListInFullExport),
    ],
  },
];

export const tagValueListExportSources: readonly ExportSource[] = [
  {
    entity: Tag,
    journalKinds: [ALL_TAGS_AFTER_VALUE_DELETION],
    recordTypes: [defineStoredRecordExport(tagValueListDeclaration, isWholeListInFullExport)],
  },
];

export const contentExportSources: readonly ExportSource[] = [
  newsExportSource,
  definitionExportSource,
  ...filterExportSources,
];
