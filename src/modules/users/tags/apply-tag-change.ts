import {
  type AssignedValue,
  toValueForm,
  type Tag,
  type TagAssignmentDto,
  type UpdateTagAssignmentDto,
} from '../../custom-tags';
import type { TagAssignment } from './tag-assignment.entity';

/** A tag that a user carries, its value in the form that the tag takes now. */
export type UserTag = Pick<TagAssignment, 'id' | 'tagId' | 'chosenId'> &
  AssignedValue & { readonly tag: Pick<Tag, 'controlType' | 'valueForAllLanguages'> };

/** Stands for what is neither sent nor carried. */
const EMPTY_GENERAL_VALUE = { active: false, value: '' };

/**
 * What a change makes of a carried value: what it names is new, in whichever form, all else stays. Without a group in
 * the change there is none in the result.
 */
export function applyTagChange(change: UpdateTagAssignmentDto, carried: UserTag): TagAssignmentDto {
  const { general, languages, selectable, group } = change;
  const before = toTagAssignmentDto(carried);
  return {
    customTag: { id: carried.tagId },
    ...before,
    ...(general && { general: { ...EMPTY_GENERAL_VALUE, ...before.general, ...general } }),
    ...(languages && {
      languages: languages.map((text) => {
        const isIts = ({ languageCode }: { languageCode: string }) =>
          languageCode === text.languageCode;
        return { ...EMPTY_GENERAL_VALUE, ...carried.languages.find(isIts), ...text };
      }),
    }),
    ...(selectable && {
      selectable: { active: false, value: {}, ...before.selectable, ...selectable },
    }),
    ...(group && { group }),
  };
}

/** A carried value as a request would say it. */
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
