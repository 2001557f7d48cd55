import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { mergePlans, type LoadPlan, pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import {
  anyOf,
  Crud,
  type ReferenceLookup,
  whereRelatedExists,
  whereIn,
  defineList,
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
  TagLookup,
  type AssignmentWithPointer,
  type TextTagInput,
  type TagAssignmentColumns,
  TagNotInGroup,
} from './tag-lookup';
import type { TagAssignmentDto } from './tag-assignment.dto';
import { isSelector } from './value-form';

type TagAssignmentInput = TagAssignmentDto | TextTagInput;

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
    this.groups = new Crud(dataAccess, TagGroup, 'tagGroup', defineList(TagGroup));
  }

  /**
   * Finds tags, groups and chosen values, with one query each, and checks the values.
   * @param itemType item type that the tags have to have
   * @param records for each record, the tags it will carry and those it carries now
   * @throws the errors of `TagLookup.resolve`; TagNotInGroup if a tag gets another group that it is not in
   */
  async resolve(
    itemType: ItemType,
    records: readonly TaggedRecord[],
  ): Promise<TagAssignmentColumns[][]> {
    const allAssignments = records.flatMap(({ assignments }) => assignments);
    const tagLookup = await this.load(allAssignments.map(({ assignment }) => assignment));
    const groupChanges: GroupChange[] = [];
    const resolved = records.map(({ assignments, currentValues }) =>
      assignments.map((one) => {
        const resolvedAssignment = tagLookup.resolve([itemType], one, currentValues);
        const { tagId, groupId, active, value, valueId, languages } = resolvedAssignment;
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
    const tagCondition = whereIn('tagId', [...new Set(changes.map(({ tagId }) => tagId))]);
    const links = await this.dataAccess.loader.listWhere(TagGroupLink, [tagCondition], linkPlan);
    for (const { tagId, groupId, pointer } of changes) {
      const isInGroup = links.some((link) => link.tagId === tagId && link.groupId === groupId);
      if (!isInGroup) throw new TagNotInGroup({ pointer });
    }
  }

  /**
   * Finds everything that assignments refer to: tags, groups and chosen values, also values that a text names. The
   * number of queries doesn't depend on the number of assignments.
   * @param options.includeNames whether to load the names of tags and the texts of values
   */
  async load(
    inputs: readonly TagAssignmentInput[],
    options: { includeNames?: boolean } = {},
  ): Promise<TagLookup> {
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
    return new TagLookup(tags, groups, values, this.configuration.storeTimeZone);
  }

  /** The chosen values of selectors, found by id or pId, or by their text if no pId matches. */
  private async loadChosenValues<R extends TagValueKey>(
    inputs: readonly TagAssignmentInput[],
    tags: ReferenceLookup<AssignedTag>,
    plan: LoadPlan<TagValue, R>,
  ): Promise<R[]> {
    const tagIds = new Set<number>();
    const ids = new Set<number>();
    const pIds = new Set<string>();
    const texts: TagValueKey[] = [];
    for (const input of inputs) {
      const tag = tags.resolve(input.customTag, '');
      if (!('controlType' in tag) || !isSelector(tag)) continue;
      const { id = 0, pId = '' } = toValueReference(input);
      tagIds.add(tag.id);
      if (id !== 0) ids.add(id);
      else if (pId !== '') {
        pIds.add(pId);
        if ('value' in input) texts.push({ tagId: tag.id, pId });
      }
    }
    if (ids.size + pIds.size === 0) return [];
    const valueCondition = anyOf(whereIn('id', [...ids]), whereIn('pId', [...pIds]));
    const conditions = [whereIn('tagId', [...tagIds]), valueCondition];
    const found = await this.dataAccess.loader.listWhere(TagValue, conditions, plan);
    return [...found, ...(await this.loadValuesByText(texts, found, plan))];
  }

  /** The values that have one of these texts, for texts that don't match the pId of any value. */
  private async loadValuesByText<R extends TagValueKey>(
    texts: readonly TagValueKey[],
    found: readonly TagValueKey[],
    plan: LoadPlan<TagValue, R>,
  ): Promise<R[]> {
    const foundKeys = new Set(found.map(toTagValueKey));
    const missing = texts.filter((one) => !foundKeys.has(toTagValueKey(one)));
    if (missing.length === 0) return [];
    const tagIds = new Set(missing.map(({ tagId }) => tagId));
    const textCondition = whereIn('value', [...new Set(missing.map(({ pId }) => pId))]);
    const conditions = [
      whereIn('tagId', [...tagIds]),
      whereRelatedExists(TagValueText, 'tagValueId', [textCondition]),
    ];
    const matches = await this.dataAccess.loader.listWhere(TagValue, conditions, plan);
    return matches.filter((one) => !foundKeys.has(toTagValueKey(one)));
  }
}

/** A value of a tag, by its pId or by what may be one of its texts. */
type TagValueKey = Pick<TagValue, 'tagId' | 'pId'>;

function toTagValueKey({ tagId, pId }: TagValueKey): string {
  return `${tagId}/${pId}`;
}

function toValueReference(input: TagAssignmentInput): RecordReference {
  return 'value' in input ? { pId: input.value } : (input.selectable?.value ?? {});
}
