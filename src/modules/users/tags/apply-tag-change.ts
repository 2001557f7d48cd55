import { mergeTextsByLanguage } from '../../../core/languages';
import {
  type AssignedValue,
  toValueForm,
  type Tag,
  type TagAssignmentDto,
  type UpdateTagAssignmentDto,
} from '../../custom-tags';
import type { TagAssignment } from './tag-assignment.entity';

/** A tag that a user carries, its value in the current form of the tag. */
export type UserTag = Pick<TagAssignment, 'id' | 'tagId' | 'groupId' | 'chosenId'> &
  AssignedValue & { readonly tag: Pick<Tag, 'controlType' | 'valueForAllLanguages'> };

/** The default of values that are neither sent nor carried. */
const EMPTY_GENERAL_VALUE = { active: false, value: '' };

/**
 * Applies a change to a carried value. Fields that the change contains replace the old ones, all others stay; texts are
 * merged by language. The result has a group only if the change has one.
 */
export function applyTagChange(change: UpdateTagAssignmentDto, carried: UserTag): TagAssignmentDto {
  const { general, languages, selectable, group } = change;
  const before = toTagAssignmentDto(carried);
  return {
    customTag: { id: carried.tagId },
    ...before,
    ...(general && { general: { ...EMPTY_GENERAL_VALUE, ...before.general, ...general } }),
    ...(languages && {
      languages: mergeTextsByLanguage(carried.languages, languages, EMPTY_GENERAL_VALUE),
    }),
    ...(selectable && {
      selectable: { active: false, value: {}, ...before.selectable, ...selectable },
    }),
    ...(group && { group }),
  };
}

/** Converts a carried value to the form of a request. */
function toTagAssignmentDto({
  tag,
  active,
  value,
  chosenId,
  languages,
}: UserTag): Omit<TagAssignmentDto, 'customTag'> {
  const form = toValueForm(tag);
  if (form === 'languages') return { languages: [...languages] };
  if (form === 'general') return { general: { active, value } };
  return { selectable: { active, value: chosenId === null ? {} : { id: chosenId } } };
}
