import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { joined, pIdOnly, plan } from '../../../core/load-plan';
import {
  anyOf,
  Crud,
  type FoundReferences,
  isOneOf,
  listing,
  type Reference,
  Stores,
} from '../../../database';
import type { ItemType } from '../item-types';
import { TagGroup } from '../tag-groups/tag-group.entity';
import { TagValue } from '../tag-values/tag-value.entity';
import { tagCollection } from '../tags/tag-collection';
import { Tag } from '../tags/tag.entity';
import {
  type AssignedTag,
  type CarriedValues,
  FoundTags,
  type GivenAssignment,
  type GivenText,
  type StoredAssignment,
} from './found-tags';
import type { TagAssignmentDto } from './tag-assignment.dto';
import { isSelector } from './value-form';

type Given = TagAssignmentDto | GivenText;

const tagPlan = plan(Tag, [
  'pId',
  'active',
  'itemType',
  'controlType',
  'valueForAllLanguages',
  'minValue',
  'maxValue',
]);
const namedTagPlan = joined(tagPlan, plan(Tag, [], { languages: ['languageCode', 'name'] }));
const valuePlan = plan(TagValue, ['pId', 'tagId']);

/** Longest public identifier, in code points. */
const LONGEST_PID = 255;

/** Tags with values, as users and orders carry them: what a request says is held against the tags. */
@Injectable()
export class TagAssignments {
  private readonly tags: Crud<Tag>;
  private readonly groups: Crud<TagGroup>;

  constructor(
    private readonly stores: Stores,
    private readonly configuration: Configuration,
  ) {
    this.tags = tagCollection(stores);
    this.groups = new Crud(stores, TagGroup, 'tagGroup', listing(TagGroup));
  }

  /**
   * Finds tags, groups and chosen values (a query each), and checks the values by their tags.
   * @param itemType what carries the tags
   * @param carried what it carries already
   * @throws what `FoundTags.resolve` throws
   */
  async resolve(
    itemType: ItemType,
    given: readonly GivenAssignment[],
    carried?: CarriedValues,
  ): Promise<StoredAssignment[]> {
    const found = await this.find(given.map(({ assignment }) => assignment));
    return given.map((one) => {
      const resolved = found.resolve([itemType], one, carried);
      const { tagId, groupId, active, value, valueId, languages } = resolved;
      return { tagId, groupId, active, value, valueId, languages };
    });
  }

  /**
   * Finds what assignments refer to: a query for the tags (and one for their names), the groups and the
   * values that are chosen, however many there are; none where none are needed.
   * @param options.names whether the names of the tags are wanted
   */
  async find(given: readonly Given[], options: { names?: boolean } = {}): Promise<FoundTags> {
    const tags: FoundReferences<AssignedTag> = await this.tags.resolve(
      given.map(({ customTag }) => customTag),
      options.names ? namedTagPlan : tagPlan,
    );
    const groups = await this.groups.resolve(
      given.flatMap(({ group }) => group ?? []),
      pIdOnly,
    );
    const values = await this.chosen(given, tags);
    return new FoundTags(tags, groups, values, this.configuration.storeTimeZone);
  }

  /** The values that are chosen of selectors. */
  private async chosen(
    given: readonly Given[],
    tags: FoundReferences<AssignedTag>,
  ): Promise<TagValue[]> {
    const tagIds = new Set<number>();
    const ids = new Set<number>();
    const pIds = new Set<string>();
    for (const one of given) {
      const tag = tags.find(one.customTag, '');
      if (!('controlType' in tag) || !isSelector(tag)) continue;
      const { id = 0, pId = '' } = chosenBy(one);
      if (id !== 0) ids.add(id);
      else if (pId !== '' && [...pId].length <= LONGEST_PID) pIds.add(pId);
      tagIds.add(tag.id);
    }
    if (ids.size + pIds.size === 0) return [];
    const named = anyOf(isOneOf('id', [...ids]), isOneOf('pId', [...pIds]));
    return this.stores.loader.where(TagValue, [isOneOf('tagId', [...tagIds]), named], valuePlan);
  }
}

function chosenBy(given: Given): Reference {
  return 'value' in given ? { pId: given.value } : (given.selectable?.value ?? {});
}
