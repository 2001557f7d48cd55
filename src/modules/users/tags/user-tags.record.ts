import {
  booleanField,
  computedListField,
  recordListField,
  defineRecord,
  relationReferenceField,
  type RecordField,
  type RecordDefinition,
  stringField,
} from '../../../api';
import { mergePlans, createLoadPlan, createLoadPlanForType } from '../../../core/load-plan';
import {
  toCurrentValueForm,
  toValueForm,
  type LanguageValue,
  type Tag,
  type ValueForm,
} from '../../custom-tags';
import { TagAssignment } from './tag-assignment.entity';

/** A user with the tags that it carries. */
interface TaggedUser {
  readonly customTags: readonly TagAssignment[];
}

/** A tag with its value, in the current form of the tag. */
type DisplayedTag = Pick<TagAssignment, 'tag' | 'group' | 'chosen' | 'active' | 'value'> & {
  readonly languages: readonly LanguageValue[];
};

const textRecord = defineRecord<LanguageValue>()('assignedText', {
  ACTIVE: booleanField('active'),
  LANGUAGE: stringField('languageCode'),
  VALUE: stringField('value'),
});

const generalRecord = defineRecord<DisplayedTag>()('generalTag', {
  ACTIVE: booleanField('active'),
  CUSTOMTAG: relationReferenceField('tag'),
  GROUP: relationReferenceField('group'),
  VALUE: stringField('value'),
});

const languagesRecord = defineRecord<DisplayedTag>()('languagesTag', {
  CUSTOMTAG: relationReferenceField('tag'),
  GROUP: relationReferenceField('group'),
  LANGUAGES: recordListField('languages', textRecord),
});

const selectableRecord = defineRecord<DisplayedTag>()('selectableTag', {
  ACTIVE: booleanField('active'),
  CUSTOMTAG: relationReferenceField('tag'),
  GROUP: relationReferenceField('group'),
  VALUE: relationReferenceField('chosen'),
});

/** The columns that decide in which form a value is shown, however it is stored. */
const tagPlan = createLoadPlanForType<Tag>(['id', 'pId', 'controlType', 'valueForAllLanguages']);

/** Specification, User record: CUSTOMTAGS, by the form of their values. */
export const tagAssignmentsRecord = defineRecord<TaggedUser>()('tagAssignments', {
  GENERAL: tagsOfFormField('general', generalRecord),
  LANGUAGES: tagsOfFormField('languages', languagesRecord),
  SELECTABLE: tagsOfFormField('selectable', selectableRecord),
});

/** The tags whose values have one form. */
function tagsOfFormField<W extends object>(
  form: ValueForm,
  definition: RecordDefinition<DisplayedTag, W>,
): RecordField<TaggedUser, W[]> {
  const shown = createLoadPlan(TagAssignment, ['active', 'value'], {
    languages: textRecord.plan(),
    tag: tagPlan,
  });
  return computedListField<TaggedUser, DisplayedTag, W>(definition, {
    from: ({ customTags }, { language }) =>
      customTags
        .filter(({ tag }) => toValueForm(tag) === form)
        .map((one) => ({ ...one, ...toCurrentValueForm(one.tag, one, language) })),
    relations: { customTags: mergePlans(shown, definition.plan()) },
  });
}
