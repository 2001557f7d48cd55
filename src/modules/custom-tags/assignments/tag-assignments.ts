import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { DomainError, defineError } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import { Crud, FoundReferences, isOneOf, listing, type Reference, Stores } from '../../../database';
import type { ItemType } from '../item-types';
import { TagGroup } from '../tag-groups/tag-group.entity';
import { TagValue } from '../tag-values/tag-value.entity';
import { controlTypes } from '../tags/control-types';
import { tagCollection } from '../tags/tag-collection';
import type { Tag } from '../tags/tag.entity';
import { refuseValue } from './tag-value-rules';
import type { LanguageValueDto, TagAssignmentDto } from './tag-assignment.dto';

/** 422: a tag is for another kind of record. */
export const TagForOthers = defineError<{ pId: string; itemType: ItemType; pointer: string }>({
  code: 'tag.itemType',
  status: 422,
  title: 'The tag is for other records',
  detail: ({ pId, itemType }) =>
    `Only tags of item type ${itemType} can stand here; ${JSON.stringify(pId)} is of another one.`,
  pointer: ({ pointer }) => pointer,
});

/** 422: a tag takes its value in another form than the one that was sent. */
export const TagValueForm = defineError<{ form: Form; pointer: string }>({
  code: 'tag.valueForm',
  status: 422,
  title: 'The tag takes another form of value',
  detail: ({ form }) => `This tag takes its value as ${form}, and in no other form.`,
  pointer: ({ pointer }) => pointer,
});

const forms = ['general', 'languages', 'selectable'] as const;
type Form = (typeof forms)[number];

/** An assignment as it stands in a request, and where it stands there. */
export interface GivenAssignment {
  readonly assignment: TagAssignmentDto;
  readonly pointer: string;
}

/** A tag with a value that it may have. */
export interface ResolvedAssignment {
  readonly tagId: number;
  readonly groupId: number | null;
  readonly active: boolean;
  /** Empty where the value is of another form. */
  readonly value: string;
  readonly valueId: number | null;
  readonly languages: readonly LanguageValueDto[];
}

type AssignedTag = Pick<
  Tag,
  'id' | 'pId' | 'itemType' | 'controlType' | 'valueForAllLanguages' | 'minValue' | 'maxValue'
>;

const tagPlan: LoadPlan = {
  columns: new Set<keyof AssignedTag>([
    ...(['pId', 'itemType', 'controlType'] as const),
    ...(['valueForAllLanguages', 'minValue', 'maxValue'] as const),
  ]),
  relations: new Map(),
};
const pIdPlan: LoadPlan = { columns: new Set(['pId']), relations: new Map() };
const valuePlan: LoadPlan = { columns: new Set(['pId', 'tagId']), relations: new Map() };

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
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, TagForOthers, TagValueForm,
   * TagValueNotAllowed
   */
  async resolve(
    itemType: ItemType,
    given: readonly GivenAssignment[],
  ): Promise<ResolvedAssignment[]> {
    const assignments = given.map(({ assignment }) => assignment);
    const tags = await this.tags.resolve(
      assignments.map(({ customTag }) => customTag),
      tagPlan,
    );
    const groups = await this.groups.resolve(
      assignments.flatMap(({ group }) => group ?? []),
      pIdPlan,
    );
    const found = given.map(({ assignment, pointer }) => {
      const tag = orThrow(tags.find(assignment.customTag, `${pointer}/customTag`));
      if (tag.itemType === itemType) return tag;
      throw new TagForOthers({ pId: tag.pId, itemType, pointer: `${pointer}/customTag` });
    });
    const values = await this.valuesOf(found.filter(isSelector).map(({ id }) => id));
    return given.map(({ assignment, pointer }, at) => {
      const tag = found[at] as AssignedTag;
      const group = assignment.group && orThrow(groups.find(assignment.group, `${pointer}/group`));
      const chosen = (value: Reference): number => {
        const ofTag = values.filter(({ tagId }) => tagId === tag.id);
        const among = new FoundReferences('tagValue', ofTag);
        return orThrow(among.find(value, `${pointer}/selectable/value`)).id;
      };
      const value = this.valueOf(tag, assignment, pointer, chosen);
      return { tagId: tag.id, groupId: group?.id ?? null, ...value };
    });
  }

  private valueOf(
    tag: AssignedTag,
    assignment: TagAssignmentDto,
    pointer: string,
    chosen: (value: Reference) => number,
  ): Omit<ResolvedAssignment, 'tagId' | 'groupId'> {
    const form = formOf(tag);
    const isRight = forms.every((name) => (assignment[name] === undefined) === (name !== form));
    if (!isRight) throw new TagValueForm({ form, pointer });
    const { general, languages = [], selectable } = assignment;
    const zone = this.configuration.storeTimeZone;
    if (general) refuseValue(tag, general.value, `${pointer}/general/value`, zone);
    for (const [at, { value }] of languages.entries()) {
      refuseValue(tag, value, `${pointer}/languages/${at}/value`, zone);
    }
    return {
      active: (general ?? selectable)?.active ?? false,
      value: general?.value ?? '',
      valueId: selectable ? chosen(selectable.value) : null,
      languages,
    };
  }

  private async valuesOf(tagIds: readonly number[]): Promise<TagValue[]> {
    if (tagIds.length === 0) return [];
    return this.stores.loader.where(TagValue, [isOneOf('tagId', tagIds)], valuePlan);
  }
}

function isSelector({ controlType }: AssignedTag): boolean {
  return controlType === controlTypes.selector;
}

function formOf(tag: AssignedTag): Form {
  if (isSelector(tag)) return 'selectable';
  return tag.valueForAllLanguages ? 'general' : 'languages';
}

function orThrow<T>(found: T | DomainError): T {
  if (found instanceof DomainError) throw found;
  return found;
}
