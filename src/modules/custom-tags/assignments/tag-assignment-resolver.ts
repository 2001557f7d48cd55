import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { mergePlans, type LoadPlan, pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import {
  anyOf,
  Crud,
  type ReferenceLookup,
  hasRelatedByExists,
  isOneOf,
  defineListing,
  type Reference,
  Stores,
} from '../../../database';
import type { ItemType } from '../item-types';
import { TagGroup } from '../tag-groups/tag-group.entity';
import { TagValue, TagValueText } from '../tag-values/tag-value.entity';
import { tagCollection } from '../tags/tag-collection';
import { Tag } from '../tags/tag.entity';
import {
  type AssignedTag,
  type CurrentTagValues,
  LoadedTags,
  type AssignmentWithPointer,
  type TextTagInput,
  type StoredAssignment,
} from './loaded-tags';
import type { TagAssignmentDto } from './tag-assignment.dto';
import { isSelector } from './value-form';

type AssignmentInput = TagAssignmentDto | TextTagInput;

/** What one record is to carry. */
interface TaggedRecord {
  readonly given: readonly AssignmentWithPointer[];
  readonly currentValues?: CurrentTagValues | undefined;
}

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

/** Tags with values, as users and orders carry them: what a request says is held against the tags. */
@Injectable()
export class TagAssignmentResolver {
  private readonly tags: Crud<Tag>;
  private readonly groups: Crud<TagGroup>;

  constructor(
    private readonly stores: Stores,
    private readonly configuration: Configuration,
  ) {
    this.tags = tagCollection(stores);
    this.groups = new Crud(stores, TagGroup, 'tagGroup', defineListing(TagGroup));
  }

  /**
   * Finds tags, groups and chosen values (a query each), and checks the values by their tags.
   * @param itemType what carries the tags
   * @param carriers what each of several is to carry, and what it carries already
   * @throws what `LoadedTags.resolve` throws
   */
  async resolve(
    itemType: ItemType,
    carriers: readonly TaggedRecord[],
  ): Promise<StoredAssignment[][]> {
    const all = carriers.flatMap(({ given }) => given);
    const found = await this.load(all.map(({ assignment }) => assignment));
    return carriers.map(({ given, currentValues }) =>
      given.map((one) => {
        const resolved = found.resolve([itemType], one, currentValues);
        const { tagId, groupId, active, value, valueId, languages } = resolved;
        return { tagId, groupId, active, value, valueId, languages };
      }),
    );
  }

  /**
   * Finds what assignments refer to: a query for the tags (and one for their names), the groups, the values
   * that are chosen (and one for their texts) and those that are named by a text, however many there are; none
   * where none are needed.
   * @param options.names whether the names of tags and the texts of values are wanted
   */
  async load(
    given: readonly AssignmentInput[],
    options: { names?: boolean } = {},
  ): Promise<LoadedTags> {
    const tags: ReferenceLookup<AssignedTag> = await this.tags.lookUpReferences(
      given.map(({ customTag }) => customTag),
      options.names ? namedTagPlan : tagPlan,
    );
    const groups = await this.groups.lookUpReferences(
      given.flatMap(({ group }) => group ?? []),
      pIdOnlyPlan,
    );
    const values = await this.loadChosenValues(
      given,
      tags,
      options.names ? namedValuePlan : valuePlan,
    );
    return new LoadedTags(tags, groups, values, this.configuration.storeTimeZone);
  }

  /** The values that are chosen of selectors: by id or pId, and by their texts where a text is no pId. */
  private async loadChosenValues<R extends TagValueKey>(
    given: readonly AssignmentInput[],
    tags: ReferenceLookup<AssignedTag>,
    wanted: LoadPlan<TagValue, R>,
  ): Promise<R[]> {
    const tagIds = new Set<number>();
    const ids = new Set<number>();
    const pIds = new Set<string>();
    const texts: TagValueKey[] = [];
    for (const one of given) {
      const tag = tags.find(one.customTag, '');
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
    const found = await this.stores.loader.listWhere(TagValue, ofTags, wanted);
    return [...found, ...(await this.loadValuesByText(texts, found, wanted))];
  }

  /** The values that have one of the texts, where none is found by it as its pId. */
  private async loadValuesByText<R extends TagValueKey>(
    texts: readonly TagValueKey[],
    found: readonly TagValueKey[],
    wanted: LoadPlan<TagValue, R>,
  ): Promise<R[]> {
    const known = new Set(found.map(toTagValueKey));
    const missing = texts.filter((one) => !known.has(toTagValueKey(one)));
    if (missing.length === 0) return [];
    const tagIds = new Set(missing.map(({ tagId }) => tagId));
    const wording = isOneOf('value', [...new Set(missing.map(({ pId }) => pId))]);
    const conditions = [
      isOneOf('tagId', [...tagIds]),
      hasRelatedByExists(TagValueText, 'tagValueId', [wording]),
    ];
    const called = await this.stores.loader.listWhere(TagValue, conditions, wanted);
    return called.filter((one) => !known.has(toTagValueKey(one)));
  }
}

/** A value of a tag, by its pId or by what may be its text. */
type TagValueKey = Pick<TagValue, 'tagId' | 'pId'>;

function toTagValueKey({ tagId, pId }: TagValueKey): string {
  return `${tagId}/${pId}`;
}

function toValueReference(given: AssignmentInput): Reference {
  return 'value' in given ? { pId: given.value } : (given.selectable?.value ?? {});
}
