import { DomainError, defineError } from '../../../core/errors';
import type { ReferenceLookup, Reference } from '../../../database';
import { formatCode } from '../../../core/codes';
import { itemTypeCodes } from '../item-types';
import type { ItemType } from '../item-types';
import type { TagGroup } from '../tag-groups/tag-group.entity';
import { type LoadedTagValue, SelectorValues, toDisplayText } from '../tag-values/selector-values';
import type { TagValue } from '../tag-values/tag-value.entity';
import type { Tag } from '../tags/tag.entity';
import type { TagAssignmentDto } from './tag-assignment.dto';
import { requireValidValue } from './tag-value-rules';
import {
  type AssignedValue,
  toValueForm,
  isSelector,
  type LanguageValue,
  type ValueForm,
  valueForms,
} from './value-form';

/** 422: a tag is for another kind of record. */
export const TagItemTypeMismatch = defineError<{
  pId: string;
  itemTypes: readonly ItemType[];
  pointer: string;
}>({
  code: 'tag.itemType',
  status: 422,
  title: 'The tag is for other records',
  remedy: 'Name a tag of the right item type.',
  detail: ({ pId, itemTypes }) =>
    `Only tags of item type ${itemTypes.map((type) => formatCode(itemTypeCodes, type)).join(' or ')} can stand here; ` +
    `${JSON.stringify(pId)} is of another one.`,
  pointer: ({ pointer }) => pointer,
});

/** 422: a tag takes its value in another form than the one that was sent. */
export const TagValueFormMismatch = defineError<{ form: ValueForm; pointer: string }>({
  code: 'tag.valueForm',
  status: 422,
  title: 'The tag takes another form of value',
  remedy: 'Send the value in the form that the tag takes.',
  detail: ({ form }) => `This tag takes its value as ${form}, and in no other form.`,
  pointer: ({ pointer }) => pointer,
});

/** 422: an inactive tag stays where it is, and comes nowhere else. */
export const TagInactive = defineError<{ pId: string; pointer: string }>({
  code: 'tag.inactive',
  status: 422,
  title: 'The tag is inactive',
  remedy: 'Activate the tag, or name another one.',
  detail: ({ pId }) =>
    `${JSON.stringify(pId)} is inactive: what carries the tag keeps it, nothing else can get it.`,
  pointer: ({ pointer }) => pointer,
});

/** An assignment as it stands in a request, and where it stands there. */
export interface AssignmentWithPointer {
  readonly assignment: TagAssignmentDto;
  readonly pointer: string;
}

/** A tag with one text for its value, as it stands in a request. */
export interface TextTagInput {
  readonly customTag: Reference;
  readonly value: string;
  readonly group?: Reference | null;
}

/** What is known of a tag that something carries. */
export type AssignedTag = Pick<
  Tag,
  | ('id' | 'pId' | 'active' | 'itemType')
  | ('controlType' | 'valueForAllLanguages' | 'minValue' | 'maxValue')
> & {
  /** Its names, where they were asked for. */
  readonly languages?: readonly Pick<Tag['languages'][number], 'languageCode' | 'name'>[];
};

/** A tag with a value that it may have. */
export interface ResolvedAssignment {
  readonly tag: AssignedTag;
  readonly tagId: number;
  readonly group: Pick<TagGroup, 'id' | 'pId'> | null;
  readonly groupId: number | null;
  readonly active: boolean;
  /** Empty where the value is of another form. */
  readonly value: string;
  readonly chosen: LoadedTagValue | null;
  readonly valueId: number | null;
  readonly languages: readonly LanguageValue[];
}

/** What is stored of it. */
export type StoredAssignment = Omit<ResolvedAssignment, 'tag' | 'group' | 'chosen'>;

/** A tag with one text for its value, which it may have. */
export type ResolvedText = Pick<ResolvedAssignment, 'tag' | 'chosen' | 'value'>;

/** What something carries already, in the form that the tag takes. */
type CurrentTagValue = Pick<AssignedValue, 'value' | 'languages'>;

/** By the id of the tag. */
export type CurrentTagValues = ReadonlyMap<number, CurrentTagValue>;

const NO_CURRENT_VALUES: CurrentTagValues = new Map();
const NO_VALUES = new SelectorValues([]);

/** Tags, groups and values that were looked up together; what requests say is held against them. */
export class LoadedTags {
  private readonly selectors = new Map<number, SelectorValues>();

  /** @param timeZone the store's time zone */
  constructor(
    private readonly tags: ReferenceLookup<AssignedTag>,
    private readonly groups: ReferenceLookup<Pick<TagGroup, 'id' | 'pId'>>,
    values: readonly (LoadedTagValue & Pick<TagValue, 'tagId'>)[],
    private readonly timeZone: string,
  ) {
    const byTag = new Map<number, LoadedTagValue[]>();
    for (const value of values) {
      const known = byTag.get(value.tagId);
      if (known) known.push(value);
      else byTag.set(value.tagId, [value]);
    }
    for (const [tagId, ofTag] of byTag) this.selectors.set(tagId, new SelectorValues(ofTag));
  }

  /**
   * @param itemTypes what carries the tag
   * @param carried what it carries already: its tags may be inactive, and values that stay are not judged again
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, TagItemTypeMismatch, TagInactive, TagValueFormMismatch,
   * TagValueNotAllowed
   */
  resolve(
    itemTypes: readonly ItemType[],
    { assignment, pointer }: AssignmentWithPointer,
    carried = NO_CURRENT_VALUES,
  ): ResolvedAssignment {
    const tag = this.getTag(itemTypes, assignment.customTag, pointer);
    const before = carried.get(tag.id);
    if (!before) requireActive(tag, pointer);
    const group = assignment.group ? this.getGroup(assignment.group, `${pointer}/group`) : null;
    requireForm(tag, assignment, pointer);
    this.validateValue(tag, assignment, pointer, before);
    const { general, languages = [], selectable } = assignment;
    const chosen = selectable
      ? this.getSelectorValues(tag).getByReference(selectable.value, `${pointer}/selectable/value`)
      : null;
    return {
      tag,
      tagId: tag.id,
      group,
      groupId: group?.id ?? null,
      active: (general ?? selectable)?.active ?? false,
      value: general?.value ?? '',
      chosen,
      valueId: chosen?.id ?? null,
      languages,
    };
  }

  /**
   * A value that is one text, whatever the tag. Of a selector it is the pId of one of its values, or else the text
   * of one, which is shown.
   * @param languages the first that it has a text in is the one that is shown
   * @param isCarried whether the tag is there already, which may be inactive then
   * @throws what `resolve` throws, but TagValueFormMismatch; TagValueAmbiguous
   */
  resolveText(
    itemTypes: readonly ItemType[],
    { customTag, value }: TextTagInput,
    pointer: string,
    languages: readonly string[],
    isCarried = false,
  ): ResolvedText {
    const tag = this.getTag(itemTypes, customTag, pointer);
    if (!isCarried) requireActive(tag, pointer);
    const place = `${pointer}/value`;
    if (!isSelector(tag)) {
      requireValidValue(tag, value, place, this.timeZone);
      return { tag, value, chosen: null };
    }
    const chosen = this.getSelectorValues(tag).getByText(value, place, languages);
    return { tag, value: toDisplayText(chosen, languages), chosen };
  }

  /** The group that a tag is shown in. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
  getGroup(reference: Reference, pointer: string): Pick<TagGroup, 'id' | 'pId'> {
    return orThrow(this.groups.find(reference, pointer));
  }

  /** Holds texts against the tag, but for those that were there before. */
  private validateValue(
    tag: AssignedTag,
    { general, languages = [] }: TagAssignmentDto,
    pointer: string,
    before?: CurrentTagValue,
  ): void {
    if (general && general.value !== before?.value) {
      requireValidValue(tag, general.value, `${pointer}/general/value`, this.timeZone);
    }
    for (const [at, { languageCode, value }] of languages.entries()) {
      const text = before?.languages.find((one) => one.languageCode === languageCode);
      if (value !== text?.value) {
        requireValidValue(tag, value, `${pointer}/languages/${at}/value`, this.timeZone);
      }
    }
  }

  private getTag(
    itemTypes: readonly ItemType[],
    reference: Reference,
    pointer: string,
  ): AssignedTag {
    const tag = orThrow(this.tags.find(reference, `${pointer}/customTag`));
    if (itemTypes.some((one) => one === tag.itemType)) return tag;
    throw new TagItemTypeMismatch({ pId: tag.pId, itemTypes, pointer: `${pointer}/customTag` });
  }

  private getSelectorValues({ id }: AssignedTag): SelectorValues {
    return this.selectors.get(id) ?? NO_VALUES;
  }
}

function requireForm(tag: AssignedTag, assignment: TagAssignmentDto, pointer: string): void {
  const form = toValueForm(tag);
  const isRight = valueForms.every((name) => (assignment[name] === undefined) === (name !== form));
  if (!isRight) throw new TagValueFormMismatch({ form, pointer });
}

function requireActive({ active, pId }: AssignedTag, pointer: string): void {
  if (!active) throw new TagInactive({ pId, pointer: `${pointer}/customTag` });
}

function orThrow<T>(found: T | DomainError): T {
  if (found instanceof DomainError) throw found;
  return found;
}
