import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { mergePlans, type LoadPlan, pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import {
  anyOf,
  Crud,
  type ReferenceLookup,
  hasRelatedViaExists,
  isOneOf,
  defineListing,
  type RecordReference,
  DataAccess,
} from '../../../database';
import type { ItemType } from '../item-types';
import { TagGroupLink } from '../tag-group-links/tag-group-link.entity';
import { TagGroup } from '../tag-groups/tag-group.entity';
import { TagValue, TagValueText } from '../tag-values/tag-value.entity';
import { createTagCollection } from '../tags/tag-collection';
import { Tag } from '../tags/tag.entity';
import {
  type AssignedTag,
  type CurrentTagValues,
  LoadedTags,
  type AssignmentWithPointer,
  type TextTagInput,
  type StoredAssignment,
  TagNotInGroup,
} from './loaded-tags';
import type { TagAssignmentDto } from './tag-assignment.dto';
import { isSelector } from './value-form';

type AssignmentInput = TagAssignmentDto | TextTagInput;

/** The tags that one record will carry, and those that it carries now. */
interface TaggedRecord {
  readonly assignments: readonly AssignmentWithPointer[];
  readonly currentValues?: CurrentTagValues | undefined;
}

/** A group in which a record will show a tag. */
interface GroupChange {
  readonly tagId: number;
  readonly groupId: number;
  /** JSON pointer of the group. */
  readonly pointer: string;
}

const linkPlan = createLoadPlan(TagGroupLink, ['tagId', 'groupId']);
const tagPlan = createLoadPlan(Tag, [
  'pId',
  'active',
  'itemType',
  'controlType',
  'valueForAllLanguages',
  'minValue',
  'maxValue',
]);
const namedTagPlan = mergePlans(
  tagPlan,
  createLoadPlan(Tag, [], { languages: ['languageCode', 'name'] }),
);
const valuePlan = createLoadPlan(TagValue, ['pId', 'tagId']);
const namedValuePlan = mergePlans(
  valuePlan,
  createLoadPlan(TagValue, [], { languages: ['languageCode', 'value'] }),
);

/** Resolves tags with values, as users and orders carry them, and checks them against the definitions of the tags. */
@Injectable()
export class TagAssignmentResolver {
  private readonly tags: Crud<Tag>;
  private readonly groups: Crud<TagGroup>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly configuration: Configuration,
  ) {
    this.tags = createTagCollection(dataAccess);
    this.groups = new Crud(dataAccess, TagGroup, 'tagGroup', defineListing(TagGroup));
  }

  /**
   * Finds tags, groups and chosen values, with one query each, and checks the values.
   * @param itemType item type that the tags have to have
   * @param records for each record, the tags it will carry and those it carries now
   * @throws the errors of `LoadedTags.resolve`, TagNotInGroup for other groups than the current ones
   */
  async resolve(
    itemType: ItemType,
    records: readonly TaggedRecord[],
  ): Promise<StoredAssignment[][]> {
    const all = records.flatMap(({ assignments }) => assignments);
    const found = await this.load(all.map(({ assignment }) => assignment));
    const groupChanges: GroupChange[] = [];
    const resolved = records.map(({ assignments, currentValues }) =>
      assignments.map((one) => {
        const resolved = found.resolve([itemType], one, currentValues);
        const { tagId, groupId, active, value, valueId, languages } = resolved;
        if (groupId !== null && groupId !== currentValues?.get(tagId)?.groupId)
          groupChanges.push({ tagId, groupId, pointer: `${one.pointer}/group` });
        return { tagId, groupId, active, value, valueId, languages };
      }),
    );
    await this.requireGroupsOfTags(groupChanges);
    return resolved;
  }

  private async requireGroupsOfTags(changes: readonly GroupChange[]): Promise<void> {
    if (changes.length === 0) return;
    const ofTags = isOneOf('tagId', [...new Set(changes.map(({ tagId }) => tagId))]);
    const links = await this.dataAccess.loader.listWhere(TagGroupLink, [ofTags], linkPlan);
    for (const { tagId, groupId, pointer } of changes) {
      const isIn = links.some((link) => link.tagId === tagId && link.groupId === groupId);
      if (!isIn) throw new TagNotInGroup({ pointer });
    }
  }

  /**
   * Finds everything that assignments refer to. The number of queries doesn't depend on the number of assignments.
   * At most one each is for tags, their names, groups, chosen values, their texts, and values that are named by a
   * text.
   * @param options.includeNames whether to load the names of tags and the texts of values
   */
  async load(
    inputs: readonly AssignmentInput[],
    options: { includeNames?: boolean } = {},
  ): Promise<LoadedTags> {
    const tags: ReferenceLookup<AssignedTag> = await this.tags.lookUpReferences(
      inputs.map(({ customTag }) => customTag),
      options.includeNames ? namedTagPlan : tagPlan,
    );
    const groups = await this.groups.lookUpReferences(
      inputs.flatMap(({ group }) => group ?? []),
      pIdOnlyPlan,
    );
    const values = await this.loadChosenValues(
      inputs,
      tags,
      options.includeNames ? namedValuePlan : valuePlan,
    );
    return new LoadedTags(tags, groups, values, this.configuration.storeTimeZone);
  }

  /** The chosen values of selectors, found by id or pId, or by their text if no pId matches. */
  private async loadChosenValues<R extends TagValueKey>(
    inputs: readonly AssignmentInput[],
    tags: ReferenceLookup<AssignedTag>,
    plan: LoadPlan<TagValue, R>,
  ): Promise<R[]> {
    const tagIds = new Set<number>();
    const ids = new Set<number>();
    const pIds = new Set<string>();
    const texts: TagValueKey[] = [];
    for (const one of inputs) {
      const tag = tags.resolve(one.customTag, '');
      if (!('controlType' in tag) || !isSelector(tag)) continue;
      const { id = 0, pId = '' } = toValueReference(one);
      tagIds.add(tag.id);
      if (id !== 0) ids.add(id);
      else if (pId !== '') {
        pIds.add(pId);
        if ('value' in one) texts.push({ tagId: tag.id, pId });
      }
    }
    if (ids.size + pIds.size === 0) return [];
    const named = anyOf(isOneOf('id', [...ids]), isOneOf('pId', [...pIds]));
    const ofTags = [isOneOf('tagId', [...tagIds]), named];
    const found = await this.dataAccess.loader.listWhere(TagValue, ofTags, plan);
    return [...found, ...(await this.loadValuesByText(texts, found, plan))];
  }

  /** The values that have one of these texts, for texts that don't match the pId of any value. */
  private async loadValuesByText<R extends TagValueKey>(
    texts: readonly TagValueKey[],
    found: readonly TagValueKey[],
    plan: LoadPlan<TagValue, R>,
  ): Promise<R[]> {
    const known = new Set(found.map(toTagValueKey));
    const missing = texts.filter((one) => !known.has(toTagValueKey(one)));
    if (missing.length === 0) return [];
    const tagIds = new Set(missing.map(({ tagId }) => tagId));
    const hasText = isOneOf('value', [...new Set(missing.map(({ pId }) => pId))]);
    const conditions = [
      isOneOf('tagId', [...tagIds]),
      hasRelatedViaExists(TagValueText, 'tagValueId', [hasText]),
    ];
    const matches = await this.dataAccess.loader.listWhere(TagValue, conditions, plan);
    return matches.filter((one) => !known.has(toTagValueKey(one)));
  }
}

/** A value of a tag, by its pId or by what may be one of its texts. */
type TagValueKey = Pick<TagValue, 'tagId' | 'pId'>;

function toTagValueKey({ tagId, pId }: TagValueKey): string {
  return `${tagId}/${pId}`;
}

function toValueReference(input: AssignmentInput): RecordReference {
  return 'value' in input ? { pId: input.value } : (input.selectable?.value ?? {});
}
