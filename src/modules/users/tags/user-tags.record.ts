import {
  bool,
  custom,
  list,
  record,
  refTo,
  type RecordField,
  type RecordOf,
  str,
} from '../../../api';
import { joined, plan } from '../../../core/load-plan';
import { TagAssignment, type TagAssignmentText } from './tag-assignment.entity';

/** What carries tags. */
interface Tagged {
  readonly customTags: readonly TagAssignment[];
}

const textRecord = record<TagAssignmentText>()('assignedText', {
  ACTIVE: bool('active'),
  LANGUAGE: str('languageCode'),
  VALUE: str('value'),
});

const generalRecord = record<TagAssignment>()('generalTag', {
  ACTIVE: bool('active'),
  CUSTOMTAG: refTo('tag'),
  GROUP: refTo('group'),
  VALUE: str('value'),
});

const languagesRecord = record<TagAssignment>()('languagesTag', {
  CUSTOMTAG: refTo('tag'),
  GROUP: refTo('group'),
  LANGUAGES: list('languages', textRecord),
});

const selectableRecord = record<TagAssignment>()('selectableTag', {
  ACTIVE: bool('active'),
  CUSTOMTAG: refTo('tag'),
  GROUP: refTo('group'),
  VALUE: refTo('chosen'),
});

const isSelectable = ({ chosenId }: TagAssignment): boolean => chosenId !== null;
const isByLanguage = (one: TagAssignment): boolean =>
  !isSelectable(one) && one.languages.length > 0;
const isGeneral = (one: TagAssignment): boolean => !isSelectable(one) && !isByLanguage(one);

/** Specification, User record: CUSTOMTAGS, by the form of their values. */
export const tagAssignmentsRecord = record<Tagged>()('tagAssignments', {
  GENERAL: those(isGeneral, generalRecord),
  LANGUAGES: those(isByLanguage, languagesRecord),
  SELECTABLE: those(isSelectable, selectableRecord),
});

/** Of the tags those of one form. */
function those<W extends object>(
  isOne: (assignment: TagAssignment) => boolean,
  of: RecordOf<TagAssignment, W>,
): RecordField<Tagged, W[]> {
  const form = plan(TagAssignment, ['chosenId'], { languages: textRecord.plan() });
  return custom<Tagged, W[]>({
    schema: (nested) => ({ type: 'array', items: nested(of) }),
    write: ({ customTags }, context) =>
      customTags.filter(isOne).map((one) => of.write(one, context)),
    needs: [],
    relations: { customTags: joined(form, of.plan()) },
  });
}
