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
  convertToTagValueForm,
  getValueForm,
  type LanguageValue,
  type Tag,
  type ValueForm,
} from '../../custom-tags';
import { UserTagAssignment } from './user-tag-assignment.entity';

/** A user with the tags that it carries. */
interface TaggedUser {
  readonly customTags: readonly UserTagAssignment[];
}

/** A tag with its value, in the current form of the tag. */
type DisplayedTag = Pick<UserTagAssignment, 'tag' | 'group' | 'chosen' | 'active' | 'value'> & {
  readonly languages: readonly LanguageValue[];
};

const languageValueRecord = defineRecord<LanguageValue>()('assignedText', {
  ACTIVE: booleanField('active'),
  LANGUAGE: stringField('languageCode'),
  VALUE: stringField('value'),
});

const generalTagRecord = defineRecord<DisplayedTag>()('generalTag', {
  ACTIVE: booleanField('active'),
  CUSTOMTAG: relationReferenceField('tag'),
  GROUP: relationReferenceField('group'),
  VALUE: stringField('value'),
});

const languagesTagRecord = defineRecord<DisplayedTag>()('languagesTag', {
  CUSTOMTAG: relationReferenceField('tag'),
  GROUP: relationReferenceField('group'),
  LANGUAGES: recordListField('languages', languageValueRecord),
});

const selectableTagRecord = defineRecord<DisplayedTag>()('selectableTag', {
  ACTIVE: booleanField('active'),
  CUSTOMTAG: relationReferenceField('tag'),
  GROUP: relationReferenceField('group'),
  VALUE: relationReferenceField('chosen'),
});

/** The columns that decide in which form a value is shown, however it is stored. */
const tagPlan = createLoadPlanForType<Tag>(['id', 'pId', 'controlType', 'valueForAllLanguages']);

/** Specification, User record: CUSTOMTAGS, by the form of their values. */
export const tagAssignmentsRecord = defineRecord<TaggedUser>()('tagAssignments', {
  GENERAL: createTagListField('general', generalTagRecord),
  LANGUAGES: createTagListField('languages', languagesTagRecord),
  SELECTABLE: createTagListField('selectable', selectableTagRecord),
});

/** The tags whose values have a given form. */
function createTagListField<W extends object>(
  valueForm: ValueForm,
  definition: RecordDefinition<DisplayedTag, W>,
): RecordField<TaggedUser, W[]> {
  const displayedTagPlan = createLoadPlan(UserTagAssignment, ['active', 'value'], {
    languages: languageValueRecord.getLoadPlan(),
    tag: tagPlan,
  });
  return computedListField<TaggedUser, DisplayedTag, W>(definition, {
    compute: ({ customTags }, { language }) =>
      customTags
        .filter(({ tag }) => getValueForm(tag) === valueForm)
        .map((one) => ({ ...one, ...convertToTagValueForm(one.tag, one, language) })),
    relations: { customTags: mergePlans(displayedTagPlan, definition.getLoadPlan()) },
  });
}
