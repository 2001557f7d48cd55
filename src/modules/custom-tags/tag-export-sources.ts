import { PublicId } from '../../api';
import { createLoadPlan } from '../../core/load-plan';
import { type Condition, isOneOf } from '../../database';
import {
  type CompositeName,
  createPidResolver,
  exportRecords,
  REMOVE_FIRST,
  type ExportSource,
} from '../../platform/data-transfer/imports';
import { TagGroup } from './tag-groups/tag-group.entity';
import { TagGroupLink } from './tag-group-links/tag-group-link.entity';
import { TagValue } from './tag-values/tag-value.entity';
import { Tag } from './tags/tag.entity';

/** Resolves tags and tag groups by the names that import records use. */
export const tagGroupNames = createPidResolver('tagGroup', TagGroup);
export const tagNames = createPidResolver('tag', Tag);

class TagValueNameDto {
  @PublicId()
  tag!: string;

  @PublicId()
  pId!: string;
}

const valuePlan = createLoadPlan(TagValue, ['pId'], { tag: ['pId'] });
const toTagValueKey = (tag: string, pId: string): string => JSON.stringify([tag, pId]);

/** A value of a tag, named as `{tag, pId}`. */
export const tagValueNames: CompositeName<TagValueNameDto> = {
  dto: TagValueNameDto,
  toKey: ({ tag, pId }) => toTagValueKey(tag, pId),
  toDto: (key) => {
    const [tag, pId] = JSON.parse(key) as [string, string];
    return { tag, pId };
  },
  resolver: {
    name: 'tagValue',
    findNames: async (loader, ids) => {
      const found = await loader.listByIds(TagValue, ids, valuePlan);
      return new Map(found.map(({ id, pId, tag }) => [id, toTagValueKey(tag.pId, pId)]));
    },
    findIds: async (loader, keys) => {
      const pIds = keys.map((key) => (JSON.parse(key) as [string, string])[1]);
      const named: Condition = isOneOf('pId', [...new Set(pIds)]);
      const found = await loader.listWhere(TagValue, [named], valuePlan);
      return new Map(found.map(({ id, pId, tag }) => [toTagValueKey(tag.pId, pId), id]));
    },
  },
};

const groupPlan = createLoadPlan(
  TagGroup,
  ['pId', 'name', 'itemType', 'position', 'priority', 'comparable'],
  { languages: ['languageCode', 'name', 'description'] },
);

const tagPlan = createLoadPlan(
  Tag,
  [
    'pId',
    'active',
    'controlType',
    'itemType',
    'valueForAllLanguages',
    'position',
    'priority',
    'comparable',
    'defaultValue',
    'filterable',
    'inOrders',
    'maxValue',
    'minValue',
    'nameOnFeed',
    'required',
    'searchable',
    'highlight',
    'showInSearch',
    'pluginId',
  ],
  {
    groups: createLoadPlan(TagGroupLink, ['priority'], { group: ['pId'] }),
    languages: ['languageCode', 'name', 'defaultValue'],
  },
);

const languageValuePlan = createLoadPlan(TagValue, ['pId'], {
  tag: ['pId'],
  languages: ['languageCode', 'value'],
});

/** Returns a row without its internal id, which other stores don't know. */
const withoutId = <T extends { id: number }>({ id: _id, ...others }: T): Omit<T, 'id'> => others;

/** Exports tags, tag groups and the values of tags. */
export const tagExportSources: readonly ExportSource[] = [
  {
    entity: TagGroup,
    changeKinds: ['tagGroup'],
    removalPolicy: REMOVE_FIRST,
    recordTypes: [
      exportRecords('tagGroup', TagGroup, groupPlan, ({ languages, ...group }) => ({
        ...withoutId(group),
        languages: languages.map(withoutId),
      })),
    ],
  },
  {
    entity: Tag,
    changeKinds: ['tag'],
    removalPolicy: REMOVE_FIRST,
    recordTypes: [
      exportRecords('tag', Tag, tagPlan, ({ languages, groups, ...tag }) => ({
        ...withoutId(tag),
        groups: groups.map(({ group, priority }) => ({ group: { pId: group.pId }, priority })),
        languages: languages.map(withoutId),
      })),
    ],
  },
  {
    entity: TagValue,
    changeKinds: ['tagValue'],
    removalPolicy: {
      removal: { never: 'a tagValueList has those that its tag still has' },
      renaming: 'pId',
    },
    recordTypes: [
      exportRecords('tagValue', TagValue, languageValuePlan, ({ pId, tag, languages }) => ({
        tag: { pId: tag.pId },
        pId,
        languages: languages.map(withoutId),
      })),
    ],
  },
];
