import {
  booleanField,
  computedListField,
  objectField,
  recordListField,
  numberField,
  defineRecord,
  type RecordField,
  type RecordDefinition,
  referenceField,
  stringField,
} from '../../../../api';
import { mergePlans, createLoadPlan } from '../../../../core/load-plan';
import type { DocumentRow } from '../entities/document-row.entity';
import { DocumentTag, type DocumentTagText } from '../entities/document-tag.entity';
import type { SalesDocument } from '../entities/document.entity';

/** A tag of a document or of its customer, with the recorded name and value. */
export const documentTagRecord = defineRecord<DocumentTag>()('documentTag', {
  CUSTOMTAG: referenceField('tagId', 'tagPId'),
  ID: numberField('id'),
  NAME: stringField('name'),
  VALUE: stringField('value'),
});

/** The same in lower case, for the response to a change (specification, PUT customTags). */
export const documentTagCamelCaseRecord = defineRecord<DocumentTag>()('documentTagCamel', {
  customTag: objectField({ id: numberField('tagId'), pid: stringField('tagPId') }),
  id: numberField('id'),
  name: stringField('name'),
  value: stringField('value'),
});

const generalRowTagRecord = defineRecord<DocumentTag>()('rowTagGeneral', {
  ACTIVE: booleanField('active'),
  CUSTOMTAG: referenceField('tagId', 'tagPId'),
  GROUP: referenceField('groupId', 'groupPId'),
  VALUE: stringField('value'),
});

const rowTagTextRecord = defineRecord<DocumentTagText>()('rowTagText', {
  ACTIVE: booleanField('active'),
  LANGUAGE: stringField('languageCode'),
  VALUE: stringField('value'),
});

const languagesRecord = defineRecord<DocumentTag>()('rowTagLanguages', {
  CUSTOMTAG: referenceField('tagId', 'tagPId'),
  GROUP: referenceField('groupId', 'groupPId'),
  LANGUAGES: recordListField('texts', rowTagTextRecord, { storage: 'column' }),
});

const selectableRecord = defineRecord<DocumentTag>()('rowTagSelectable', {
  ACTIVE: booleanField('active'),
  CUSTOMTAG: referenceField('tagId', 'tagPId'),
  GROUP: referenceField('groupId', 'groupPId'),
  VALUE: referenceField('valueId', 'valuePId'),
});

type Tags = readonly DocumentTag[];

const isSelectable = ({ valueId }: DocumentTag): boolean => valueId !== null;
const isByLanguage = ({ texts }: DocumentTag): boolean => texts !== null;
const isGeneral = (tag: DocumentTag): boolean => !isSelectable(tag) && !isByLanguage(tag);

/** The tags of a row, grouped by the form of their values. */
const rowTagsRecord = defineRecord<Tags>()('rowTags', {
  GENERAL: filteredTagsField(isGeneral, generalRowTagRecord),
  LANGUAGES: filteredTagsField(isByLanguage, languagesRecord),
  SELECTABLE: filteredTagsField(isSelectable, selectableRecord),
});

/** Columns to load for tags of documents and customers. */
const documentTagsPlan = mergePlans(
  documentTagRecord.getLoadPlan(),
  createLoadPlan(DocumentTag, ['place']),
);

/** Columns to load for tags of rows. */
export const rowTagsPlan = mergePlans(
  generalRowTagRecord.getLoadPlan(),
  languagesRecord.getLoadPlan(),
  selectableRecord.getLoadPlan(),
  createLoadPlan(DocumentTag, ['place', 'rowId']),
);

/** CUSTOMTAGS of a document, or of its customer. */
export function documentTagsField(
  property: 'customTags' | 'customerTags',
): RecordField<SalesDocument, object[]> {
  return computedListField<SalesDocument, DocumentTag, object>(documentTagRecord, {
    compute: (document) => document[property],
    relations: { customTags: documentTagsPlan },
  });
}

/** CUSTOMTAGS of a row: one element with all tags; an empty list without tags. */
export function rowTagsField(): RecordField<Pick<DocumentRow, 'customTags'>, object[]> {
  return computedListField<Pick<DocumentRow, 'customTags'>, Tags, object>(rowTagsRecord, {
    compute: ({ customTags }) => customTags && [customTags],
  });
}

function filteredTagsField<W extends object>(
  predicate: (tag: DocumentTag) => boolean,
  elementRecord: RecordDefinition<DocumentTag, W>,
): RecordField<Tags, W[]> {
  return computedListField<Tags, DocumentTag, W>(elementRecord, {
    compute: (tags) => tags.filter(predicate),
  });
}
