import { PublicId } from '../../api';
import { createLoadPlan } from '../../core/load-plan';
import { type Condition, whereIn } from '../../database';
import {
  type CompositeReference,
  createPidResolver,
  defineResourceExport,
  REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
  type ExportSource,
} from '../../platform/data-transfer/imports';
import { CreateTagGroupDto } from './tag-groups/tag-group.dto';
import { TagGroup } from './tag-groups/tag-group.entity';
import { TagGroupLink } from './tag-group-links/tag-group-link.entity';
import { TagValueImportDto } from './tag-values/tag-value.dto';
import { TagValue } from './tag-values/tag-value.entity';
import { TagImportDto } from './tags/tag.dto';
import { Tag } from './tags/tag.entity';

/** Resolve tag groups and tags by their pIds, as import records refer to them. */
export const tagGroupPidResolver = createPidResolver('tagGroup', TagGroup);
export const tagPidResolver = createPidResolver('tag', Tag);

class TagValueNameDto {
  @PublicId({ refersToStoredData: true })
  tag!: string;

  @PublicId({ refersToStoredData: true })
  pId!: string;
}

const valuePlan = createLoadPlan(TagValue, ['pId'], { tag: ['pId'] });
const toTagValueKey = (tag: string, pId: string): string => JSON.stringify([tag, pId]);

/** A value of a tag, named as `{tag, pId}`. */
export const tagValueReference: CompositeReference<TagValueNameDto> = {
  dto: TagValueNameDto,
  toKey: ({ tag, pId }) => toTagValueKey(tag, pId),
  toDto: (key) => {
    const [tag, pId] = JSON.parse(key) as [string, string];
    return { tag, pId };
  },
  resolver: {
    resource: 'tagValue',
    findNaturalKeys: async (loader, ids) => {
      const found = await loader.listByIds(TagValue, ids, valuePlan);
      return new Map(found.map(({ id, pId, tag }) => [id, toTagValueKey(tag.pId, pId)]));
    },
    findIds: async (loader, keys) => {
      const pIds = keys.map((key) => (JSON.parse(key) as [string, string])[1]);
      const pIdCondition: Condition = whereIn('pId', [...new Set(pIds)]);
      const found = await loader.listWhere(TagValue, [pIdCondition], valuePlan);
      return new Map(found.map(({ id, pId, tag }) => [toTagValueKey(tag.pId, pId), id]));
    },
  },
};

/** Exports tags, tag groups and the values of tags. */
export const tagExportSources: readonly ExportSource[] = [
  {
    entity: TagGroup,
    journalKinds: ['tagGroup'],
    removalReplay: REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
    recordTypes: [defineResourceExport('tagGroup', TagGroup, CreateTagGroupDto)],
  },
  {
    entity: Tag,
    journalKinds: ['tag'],
    removalReplay: REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
    recordTypes: [
      defineResourceExport('tag', Tag, TagImportDto, {
        membersNotFromColumns: ['groups'],
        plan: createLoadPlan(Tag, [], {
          groups: createLoadPlan(TagGroupLink, ['priority'], { group: ['pId'] }),
        }),
        serialize: ({ groups }) => ({
          groups: groups.map(({ group, priority }) => ({ group: { pId: group.pId }, priority })),
        }),
      }),
    ],
  },
  {
    entity: TagValue,
    journalKinds: ['tagValue'],
    removalReplay: {
      removal: { unsupportedReason: 'a tagValueList contains the remaining values of its tag' },
      renaming: 'pId',
    },
    recordTypes: [
      defineResourceExport('tagValue', TagValue, TagValueImportDto, {
        membersNotFromColumns: ['tag'],
        plan: createLoadPlan(TagValue, [], { tag: ['pId'] }),
        serialize: ({ tag: { pId } }) => ({ tag: { pId } }),
      }),
    ],
  },
];
