import { defineError, orThrow } from '../../../core/errors';
import { groupBy } from '../../../core/group-by';
import type { ReferenceLookup, RecordReference } from '../../../database';
import { formatCode } from '../../../core/code-list';
import { itemTypeCodes } from '../item-types';
import type { ItemType } from '../item-types';
import type { TagGroup } from '../tag-groups/tag-group.entity';
import { type LoadedTagValue, SelectorValues, toDisplayText } from '../tag-values/selector-values';
import type { TagValue } from '../tag-values/tag-value.entity';
import type { Tag } from '../tags/tag.entity';
import type { TagAssignmentDto } from './tag-assignment.dto';
import { requireValidValue, toStoredValue } from './tag-value-rules';
import {
  type AssignedTagValue,
  getValueForm,
  isSelector,
  type LanguageValue,
  type ValueForm,
  valueForms,
} from './value-form';

/** 422: the tag is for another type of record. */
export const TagItemTypeMismatch = defineError<{
  pId: string;
  itemTypes: readonly ItemType[];
  pointer: string;
}>({
  code: 'tag.itemType',
  status: 422,
  title: 'The tag has another item type',
  remedy: 'Use a tag of the right item type.',
  detail: ({ pId, itemTypes }) =>
    `Only tags of item type ${itemTypes.map((type) => formatCode(itemTypeCodes, type)).join(' or ')} are allowed here; ` +
    `${JSON.stringify(pId)} has another one.`,
});

/** 422: the value was sent in another form than the tag requires. */
export const TagValueFormMismatch = defineError<{ form: ValueForm; pointer: string }>({
  code: 'tag.valueForm',
  status: 422,
  title: 'The value has another form than the tag requires',
  remedy: 'Send the value in the form that the tag requires.',
  detail: ({ form }) => `This tag accepts its value only in ${form}.`,
});

/** 422: an inactive tag can't be assigned to a record that doesn't carry it yet. */
export const TagInactive = defineError<{ pId: string; pointer: string }>({
  code: 'tag.inactive',
  status: 422,
  title: 'The tag is inactive',
  remedy: 'Activate the tag, or use another one.',
  detail: ({ pId }) =>
    `${JSON.stringify(pId)} is inactive. Records that carry the tag keep it, but it can't be added to others.`,
});

/** 422: a record shows a tag in a group that the tag is not in. */
export const TagNotInGroup = defineError<{ pointer: string }>({
  code: 'tag.group',
  status: 422,
  title: 'The tag is not in this group',
  remedy: 'Add the tag to the group, or send one of its groups.',
  detail: () => 'The group must be one of those that the tag is in.',
});

/** An assignment of a request, with its position as a JSON pointer. */
export interface AssignmentWithPointer {
  readonly assignment: TagAssignmentDto;
  readonly pointer: string;
}

/** A tag whose value is one text, as a request contains it. */
export interface TextTagInput {
  readonly customTag: RecordReference;
  readonly value: string;
  readonly group?: RecordReference | null;
}

/** The fields of a tag that are needed to check its value. */
export type AssignedTag = Pick<
  Tag,
  | ('id' | 'pId' | 'active' | 'itemType')
  | ('controlType' | 'valueForAllLanguages' | 'minValue' | 'maxValue')
> & {
  /** The names of the tag, if they were loaded. */
  readonly languages?: readonly Pick<Tag['languages'][number], 'languageCode' | 'name'>[];
};

/** A tag with a valid value. */
export interface ResolvedTagAssignment {
  readonly tag: AssignedTag;
  readonly tagId: number;
  readonly group: Pick<TagGroup, 'id' | 'pId'> | null;
  readonly groupId: number | null;
  readonly active: boolean;
  /** Empty if the value has another form. */
  readonly value: string;
  readonly chosenValue: LoadedTagValue | null;
  readonly valueId: number | null;
  readonly languages: readonly LanguageValue[];
}

/** The part of an assignment that is stored. */
export type TagAssignmentColumns = Omit<ResolvedTagAssignment, 'tag' | 'group' | 'chosenValue'>;

/** A tag with a valid value that is one text. */
export type ResolvedTextTag = Pick<ResolvedTagAssignment, 'tag' | 'chosenValue' | 'value'>;

/** The value that a record already carries, in the form that the tag requires. */
type CurrentTagValue = Pick<AssignedTagValue, 'value' | 'languages'> & {
  readonly groupId: number | null;
};

/** Current values by the id of their tag. */
export type CurrentTagValues = ReadonlyMap<number, CurrentTagValue>;

const NO_CURRENT_VALUES: CurrentTagValues = new Map();
const NO_SELECTOR_VALUES = new SelectorValues([]);

/** Tags, groups and values of one lookup, against which the assignments of requests are checked. */
export class TagLookup {
  private readonly selectorValuesByTagId = new Map<number, SelectorValues>();

  /** @param timeZone the store's time zone */
  constructor(
    private readonly tags: ReferenceLookup<AssignedTag>,
    private readonly groups: ReferenceLookup<Pick<TagGroup, 'id' | 'pId'>>,
    values: readonly (LoadedTagValue & Pick<TagValue, 'tagId'>)[],
    private readonly timeZone: string,
  ) {
    for (const [tagId, valuesOfTag] of groupBy(values, (value) => value.tagId))
      this.selectorValuesByTagId.set(tagId, new SelectorValues(valuesOfTag));
  }

  /**
   * Resolves and checks an assignment.
   * @param itemTypes allowed item types of the tag
   * @param currentValues current values of the record: their tags may be inactive, and unchanged values aren't checked again
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, TagItemTypeMismatch, TagInactive,
   * TagValueFormMismatch, TagValueNotAllowed
   */
  resolve(
    itemTypes: readonly ItemType[],
    { assignment, pointer }: AssignmentWithPointer,
    currentValues = NO_CURRENT_VALUES,
  ): ResolvedTagAssignment {
    const tag = this.getTag(itemTypes, assignment.customTag, pointer);
    const currentValue = currentValues.get(tag.id);
    if (!currentValue) requireActive(tag, pointer);
    const group = assignment.group ? this.getGroup(assignment.group, `${pointer}/group`) : null;
    assertValueForm(tag, assignment, pointer);
    this.validateValue(tag, assignment, pointer, currentValue);
    const { general, languages = [], selectable } = assignment;
    const chosenValue = selectable
      ? this.getSelectorValues(tag).getByReference(selectable.value, `${pointer}/selectable/value`)
      : null;
    return {
      tag,
      tagId: tag.id,
      group,
      groupId: group?.id ?? null,
      active: (general ?? selectable)?.active ?? false,
      value: toStoredValue(tag, general?.value ?? ''),
      chosenValue,
      valueId: chosenValue?.id ?? null,
      languages: languages.map((one) => ({ ...one, value: toStoredValue(tag, one.value) })),
    };
  }

  /**
   * Resolves a value that is one text, whatever the control type of the tag. For a selector, the text is the pId of one
   * of its values or else the text of one.
   * @param languages languages in order of preference; the first one with a text decides which text is shown
   * @param isAlreadyAssigned whether the record carries the tag already; then it may be inactive
   * @throws the errors of `resolve` except TagValueFormMismatch; TagValueAmbiguous
   */
  resolveText(
    itemTypes: readonly ItemType[],
    { customTag, value }: TextTagInput,
    pointer: string,
    languages: readonly string[],
    isAlreadyAssigned = false,
  ): ResolvedTextTag {
    const tag = this.getTag(itemTypes, customTag, pointer);
    if (!isAlreadyAssigned) requireActive(tag, pointer);
    const valuePointer = `${pointer}/value`;
    if (!isSelector(tag)) {
      requireValidValue(tag, value, valuePointer, this.timeZone);
      return { tag, value: toStoredValue(tag, value), chosenValue: null };
    }
    const chosenValue = this.getSelectorValues(tag).getByText(value, valuePointer, languages);
    return { tag, value: toDisplayText(chosenValue, languages), chosenValue };
  }

  /** Returns the group in which a tag is shown. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
  getGroup(reference: RecordReference, pointer: string): Pick<TagGroup, 'id' | 'pId'> {
    return orThrow(this.groups.resolve(reference, pointer));
  }

  /** Checks texts against the rules of the tag, except unchanged ones. */
  private validateValue(
    tag: AssignedTag,
    { general, languages = [] }: TagAssignmentDto,
    pointer: string,
    currentValue?: CurrentTagValue,
  ): void {
    if (general && toStoredValue(tag, general.value) !== currentValue?.value) {
      requireValidValue(tag, general.value, `${pointer}/general/value`, this.timeZone);
    }
    for (const [index, { languageCode, value }] of languages.entries()) {
      const currentText = currentValue?.languages.find((one) => one.languageCode === languageCode);
      if (toStoredValue(tag, value) !== currentText?.value) {
        requireValidValue(tag, value, `${pointer}/languages/${index}/value`, this.timeZone);
      }
    }
  }

  private getTag(
    itemTypes: readonly ItemType[],
    reference: RecordReference,
    pointer: string,
  ): AssignedTag {
    const tag = orThrow(this.tags.resolve(reference, `${pointer}/customTag`));
    if (itemTypes.some((one) => one === tag.itemType)) return tag;
    throw new TagItemTypeMismatch({ pId: tag.pId, itemTypes, pointer: `${pointer}/customTag` });
  }

  private getSelectorValues({ id }: AssignedTag): SelectorValues {
    return this.selectorValuesByTagId.get(id) ?? NO_SELECTOR_VALUES;
  }
}

function assertValueForm(tag: AssignedTag, assignment: TagAssignmentDto, pointer: string): void {
  const form = getValueForm(tag);
  const hasRightForm = valueForms.every(
    (name) => (assignment[name] === undefined) === (name !== form),
  );
  if (!hasRightForm) throw new TagValueFormMismatch({ form, pointer });
}

function requireActive({ active, pId }: AssignedTag, pointer: string): void {
  if (!active) throw new TagInactive({ pId, pointer: `${pointer}/customTag` });
}
