import { mergeTextsByLanguage } from '../../../core/languages';
import {
  type AssignedTagValue,
  getValueForm,
  type Tag,
  type TagAssignmentDto,
  type UpdateTagAssignmentDto,
} from '../../custom-tags';
import type { UserTagAssignment } from './user-tag-assignment.entity';

/** A tag that a user carries, its value in the current form of the tag. */
export type UserTagValue = Pick<UserTagAssignment, 'id' | 'tagId' | 'groupId' | 'chosenId'> &
  AssignedTagValue & { readonly tag: Pick<Tag, 'controlType' | 'valueForAllLanguages'> };

/** The default of values that are neither sent nor carried. */
const EMPTY_TEXT_VALUE = { active: false, value: '' };

/**
 * Applies a change to a carried value. Fields that the change contains replace the old ones, all others stay; texts are
 * merged by language. The result has a group only if the change has one.
 */
export function applyTagChange(
  change: UpdateTagAssignmentDto,
  assignment: UserTagValue,
): TagAssignmentDto {
  const { general, languages, selectable, group } = change;
  const storedValue = toTagAssignmentDto(assignment);
  return {
    customTag: { id: assignment.tagId },
    ...storedValue,
    ...(general && { general: { ...EMPTY_TEXT_VALUE, ...storedValue.general, ...general } }),
    ...(languages && {
      languages: mergeTextsByLanguage(assignment.languages, languages, EMPTY_TEXT_VALUE),
    }),
    ...(selectable && {
      selectable: { active: false, value: {}, ...storedValue.selectable, ...selectable },
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
}: UserTagValue): Omit<TagAssignmentDto, 'customTag'> {
  const valueForm = getValueForm(tag);
  if (valueForm === 'languages') return { languages: [...languages] };
  if (valueForm === 'general') return { general: { active, value } };
  return { selectable: { active, value: chosenId === null ? {} : { id: chosenId } } };
}
