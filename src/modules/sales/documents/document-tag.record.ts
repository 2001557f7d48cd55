import { bool, list, num, record, ref, str } from '../../../api';

/** A tag of a document or of its customer, with the name and value that were recorded. */
export interface DocumentTag {
  readonly id: number;
  readonly tagId: number;
  readonly tagPId: string;
  readonly name: string;
  readonly value: string;
}

export const documentTagRecord = record<DocumentTag>()('documentTag', {
  CUSTOMTAG: ref('tagId', 'tagPId'),
  ID: num('id'),
  NAME: str('name'),
  VALUE: str('value'),
});

interface RowTag {
  readonly tagId: number;
  readonly tagPId: string;
  readonly groupId: number;
  readonly groupPId: string;
}

interface GeneralRowTag extends RowTag {
  readonly active: boolean;
  readonly value: string;
}

interface SelectableRowTag extends RowTag {
  readonly active: boolean;
  readonly valueId: number;
  readonly valuePId: string;
}

interface RowTagText {
  readonly active: boolean;
  readonly languageCode: string;
  readonly value: string;
}

interface LanguagesRowTag extends RowTag {
  readonly texts: readonly RowTagText[];
}

/** The tags of a line, by what kind of value they take. */
export interface RowTags {
  readonly general: readonly GeneralRowTag[];
  readonly languages: readonly LanguagesRowTag[];
  readonly selectable: readonly SelectableRowTag[];
}

const generalRecord = record<GeneralRowTag>()('rowTagGeneral', {
  ACTIVE: bool('active'),
  CUSTOMTAG: ref('tagId', 'tagPId'),
  GROUP: ref('groupId', 'groupPId'),
  VALUE: str('value'),
});

const textRecord = record<RowTagText>()('rowTagText', {
  ACTIVE: bool('active'),
  LANGUAGE: str('languageCode'),
  VALUE: str('value'),
});

const languagesRecord = record<LanguagesRowTag>()('rowTagLanguages', {
  CUSTOMTAG: ref('tagId', 'tagPId'),
  GROUP: ref('groupId', 'groupPId'),
  LANGUAGES: list('texts', textRecord, { in: 'column' }),
});

const selectableRecord = record<SelectableRowTag>()('rowTagSelectable', {
  ACTIVE: bool('active'),
  CUSTOMTAG: ref('tagId', 'tagPId'),
  GROUP: ref('groupId', 'groupPId'),
  VALUE: ref('valueId', 'valuePId'),
});

export const rowTagsRecord = record<RowTags>()('rowTags', {
  GENERAL: list('general', generalRecord, { in: 'column' }),
  LANGUAGES: list('languages', languagesRecord, { in: 'column' }),
  SELECTABLE: list('selectable', selectableRecord, { in: 'column' }),
});
