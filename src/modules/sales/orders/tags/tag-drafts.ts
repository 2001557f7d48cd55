import { defineError, InvalidRequest } from '../../../../core/errors';
import {
  type AssignedTag,
  findPreferredText,
  type TagLookup,
  type ResolvedTextTag,
  toDisplayText,
} from '../../../custom-tags';
import type { CustomerTag } from '../../../users';
import { tagOwnerTypes, hashTagValue } from '../../documents/entities/document-tag.entity';
import type { TagDraft } from '../../documents/writing/document-draft';
import type { DocumentTagDto, RowTagDto } from './document-tag.dto';

/** 409: a document, its customer and each of its rows can have a tag only once. */
export const DocumentTagTaken = defineError<{ pointer: string }>({
  code: 'documentTag.taken',
  status: 409,
  title: 'The tag is already assigned',
  remedy: 'Change the value of the existing tag.',
  detail: () => 'This tag is already assigned; each tag can be assigned only once.',
});

/** Languages for the texts of a document's tags. */
export interface TagLanguages {
  /** Language of the document. */
  readonly languageCode: string;
  readonly defaultLanguage: string;
}

/** Inputs of tag drafts in addition to the request. */
export interface TagContext extends TagLanguages {
  /** The tags that the request refers to, with their names. */
  readonly loadedTags: TagLookup;
}

/** Allowed item types of tags by owner: orders 13, users 10, products 1. */
const allowedItemTypes = { document: [13], customer: [10], row: [1, 13] } as const;

/**
 * Creates drafts of tags of a document or of its customer.
 * @param pointer JSON pointer to the list in the request
 * @throws DocumentTagTaken, and the errors of `TagLookup.resolveText`
 */
export function toTagDrafts(
  owner: 'document' | 'customer',
  inputs: readonly DocumentTagDto[] = [],
  pointer: string,
  context: TagContext,
): TagDraft[] {
  const drafts = inputs.map((one, index) =>
    toTextTagDraft(owner, one, `${pointer}/${index}`, context),
  );
  requireDistinctTags(drafts, pointer);
  return drafts;
}

/** Creates drafts of a customer's tags, each with one text, preferably in the document's language. */
export function toCustomerTagDrafts(
  customerTags: readonly CustomerTag[],
  context: TagLanguages,
): TagDraft[] {
  const languages = toPreferredLanguages(context);
  return customerTags.map((one) => {
    const { tag, chosen: chosenValue, active } = one;
    const value = chosenValue
      ? toDisplayText(chosenValue, languages)
      : findCustomerTagText(one, languages);
    return toTagDraft('customer', tag, { value, chosenValue, active }, context);
  });
}

function findCustomerTagText(tag: CustomerTag, languages: readonly string[]): string {
  return findPreferredText(tag.languages, ({ value }) => value, languages) ?? tag.value;
}

/**
 * Creates the draft of a tag with a single text as value.
 * @param options.isAssigned whether the document already has the tag
 * @throws the errors of `TagLookup.resolveText`
 */
export function toTextTagDraft(
  owner: keyof typeof tagOwnerTypes,
  input: DocumentTagDto,
  pointer: string,
  context: TagContext,
  { isAssigned = false }: { readonly isAssigned?: boolean } = {},
): TagDraft {
  const { tag, value, chosenValue } = context.loadedTags.resolveText(
    allowedItemTypes[owner],
    input,
    pointer,
    toPreferredLanguages(context),
    isAssigned,
  );
  return toTagDraft(owner, tag, { value, chosenValue }, context);
}

/**
 * Creates drafts of the tags of a row.
 * @param pointer JSON pointer to the list in the request
 * @throws InvalidRequest, DocumentTagTaken, and the errors of `TagLookup.resolve`
 */
export function toRowTagDrafts(
  inputs: readonly RowTagDto[],
  pointer: string,
  context: TagContext,
): TagDraft[] {
  const drafts = inputs.map((one, index) => {
    const itemPointer = `${pointer}/${index}`;
    if (one.value === undefined) return toLongFormTagDraft(one, itemPointer, context);
    return toShortFormTagDraft({ ...one, value: one.value }, itemPointer, context);
  });
  requireDistinctTags(drafts, pointer);
  return drafts;
}

function toLongFormTagDraft(assignment: RowTagDto, pointer: string, context: TagContext): TagDraft {
  const found = context.loadedTags.resolve(allowedItemTypes.row, { assignment, pointer });
  const { tag, group, active, value, chosenValue, languages } = found;
  const texts = assignment.languages ? [...languages] : null;
  const content = { value, chosenValue, group, active, texts };
  return toTagDraft('row', tag, content, context);
}

/** Creates a draft from the short form, whose value is always active. */
function toShortFormTagDraft(
  input: RowTagDto & { value: string },
  pointer: string,
  context: TagContext,
): TagDraft {
  const { general, languages, selectable, group } = input;
  if (general ?? languages ?? selectable) {
    const detail = 'A tag of a row can have its value in one form only.';
    throw new InvalidRequest([{ pointer: `${pointer}/value`, code: 'rowTag.twoForms', detail }]);
  }
  const { loadedTags, languageCode } = context;
  const { tag, chosenValue, value } = loadedTags.resolveText(
    allowedItemTypes.row,
    input,
    pointer,
    toPreferredLanguages(context),
  );
  const resolvedGroup = group ? loadedTags.getGroup(group, `${pointer}/group`) : null;
  const isByLanguage = chosenValue === null && !tag.valueForAllLanguages;
  const content = {
    value: chosenValue || isByLanguage ? '' : value,
    chosenValue,
    group: resolvedGroup,
    texts: isByLanguage ? [{ languageCode, active: true, value }] : null,
  };
  return toTagDraft('row', tag, content, context);
}

type NamedTag = Pick<AssignedTag, 'id' | 'pId' | 'languages'>;

/** Value and group of an assigned tag. */
interface TagContent extends Pick<ResolvedTextTag, 'value' | 'chosenValue'> {
  readonly group?: { readonly id: number; readonly pId: string } | null;
  readonly active?: boolean;
  readonly texts?: TagDraft['texts'];
}

function toTagDraft(
  owner: keyof typeof tagOwnerTypes,
  tag: NamedTag,
  { value, chosenValue, group = null, active = true, texts = null }: TagContent,
  context: TagLanguages,
): TagDraft {
  return {
    place: tagOwnerTypes[owner],
    tagId: tag.id,
    tagPId: tag.pId,
    groupId: group?.id ?? null,
    groupPId: group?.pId ?? null,
    name: toTagName(tag, context),
    active,
    value,
    valueHash: hashTagValue(value),
    valueId: chosenValue?.id ?? null,
    valuePId: chosenValue?.pId ?? null,
    texts,
  };
}

/** Name in the document's language, else in the store's default language, else the first name, else the pId. */
function toTagName({ pId, languages = [] }: NamedTag, context: TagLanguages): string {
  return findPreferredText(languages, ({ name }) => name, toPreferredLanguages(context)) ?? pId;
}

function toPreferredLanguages({ languageCode, defaultLanguage }: TagLanguages): string[] {
  return [languageCode, defaultLanguage];
}

function requireDistinctTags(drafts: readonly TagDraft[], pointer: string): void {
  const seen = new Set<number>();
  for (const [index, { tagId }] of drafts.entries()) {
    if (seen.has(tagId)) throw new DocumentTagTaken({ pointer: `${pointer}/${index}/customTag` });
    seen.add(tagId);
  }
}
