import { defineError, InvalidRequest } from '../../../../core/errors';
import {
  type AssignedTag,
  findBestText,
  type LoadedTags,
  type ResolvedText,
  toDisplayText,
} from '../../../custom-tags';
import type { CustomerTag } from '../../../users';
import { type TagDraft, tagPlaces, tagValueHash } from '../../documents';
import type { DocumentTagDto, RowTagDto } from './document-tag.dto';

/** 409: a document, its customer and each of its lines carry a tag at most once. */
export const DocumentTagTaken = defineError<{ pointer: string }>({
  code: 'documentTag.taken',
  status: 409,
  title: 'The tag is carried already',
  remedy: 'Change the value of the tag that is there.',
  detail: () => 'This tag is carried already; each can be carried at most once.',
  pointer: ({ pointer }) => pointer,
});

/** The languages that a document's tags are recorded in. */
export interface TagLanguages {
  /** Of the document. */
  readonly languageCode: string;
  readonly defaultLanguage: string;
}

/** What the tags of a document depend on besides the request. */
export interface TagContext extends TagLanguages {
  /** The tags that the request refers to, with their names. */
  readonly found: LoadedTags;
}

/** Item types of the tags that may stand in a place: orders 13, users 10, products 1. */
const itemTypes = { document: [13], customer: [10], row: [1, 13] } as const;

/**
 * Tags of a document or of its customer.
 * @param pointer where the list stands in the request
 * @throws DocumentTagTaken, and what `LoadedTags.resolveText` throws
 */
export function toTagDrafts(
  place: 'document' | 'customer',
  given: readonly DocumentTagDto[] = [],
  pointer: string,
  context: TagContext,
): TagDraft[] {
  const drafts = given.map((one, at) => toTextTagDraft(place, one, `${pointer}/${at}`, context));
  requireDistinctTags(drafts, pointer);
  return drafts;
}

/** Tags that a customer carries, each with one text: that of the document's language where it has several. */
export function toCustomerTagDrafts(
  carried: readonly CustomerTag[],
  context: TagLanguages,
): TagDraft[] {
  const languages = toLanguageOrder(context);
  return carried.map((one) => {
    const { tag, chosen, active } = one;
    const value = chosen ? toDisplayText(chosen, languages) : findCustomerTagText(one, languages);
    return toTagDraft('customer', tag, { value, chosen, active }, context);
  });
}

function findCustomerTagText(carried: CustomerTag, languages: readonly string[]): string {
  return findBestText(carried.languages, ({ value }) => value, languages) ?? carried.value;
}

/**
 * One tag whose value is one text.
 * @param isCarried whether the tag is there already
 * @throws what `LoadedTags.resolveText` throws
 */
export function toTextTagDraft(
  place: keyof typeof tagPlaces,
  given: DocumentTagDto,
  pointer: string,
  context: TagContext,
  isCarried = false,
): TagDraft {
  const { tag, value, chosen } = context.found.resolveText(
    itemTypes[place],
    given,
    pointer,
    toLanguageOrder(context),
    isCarried,
  );
  return toTagDraft(place, tag, { value, chosen }, context);
}

/**
 * Tags of a line.
 * @param pointer where the list stands in the request
 * @throws InvalidRequest, DocumentTagTaken, and what `LoadedTags.resolve` throws
 */
export function toRowTagDrafts(
  given: readonly RowTagDto[],
  pointer: string,
  context: TagContext,
): TagDraft[] {
  const drafts = given.map((one, at) => {
    const place = `${pointer}/${at}`;
    if (one.value === undefined) return toLongFormTagDraft(one, place, context);
    return toShortFormTagDraft({ ...one, value: one.value }, place, context);
  });
  requireDistinctTags(drafts, pointer);
  return drafts;
}

function toLongFormTagDraft(assignment: RowTagDto, pointer: string, context: TagContext): TagDraft {
  const found = context.found.resolve(itemTypes.row, { assignment, pointer });
  const { tag, group, active, value, chosen, languages } = found;
  const texts = assignment.languages ? [...languages] : null;
  const content = { value, chosen, group, active, texts };
  return toTagDraft('row', tag, content, context);
}

/** The short form, in which a value is always active. */
function toShortFormTagDraft(
  given: RowTagDto & { value: string },
  pointer: string,
  context: TagContext,
): TagDraft {
  const { general, languages, selectable, group, value } = given;
  if (general ?? languages ?? selectable) {
    const detail = 'A tag of a line has its value in one form.';
    throw new InvalidRequest([{ pointer: `${pointer}/value`, code: 'rowTag.twoForms', detail }]);
  }
  const { found, languageCode } = context;
  const { tag, chosen } = found.resolveText(
    itemTypes.row,
    given,
    pointer,
    toLanguageOrder(context),
  );
  const inGroup = group ? found.getGroup(group, `${pointer}/group`) : null;
  const isByLanguage = chosen === null && !tag.valueForAllLanguages;
  const content = {
    value: chosen || isByLanguage ? '' : value,
    chosen,
    group: inGroup,
    texts: isByLanguage ? [{ languageCode, active: true, value }] : null,
  };
  return toTagDraft('row', tag, content, context);
}

type NamedTag = Pick<AssignedTag, 'id' | 'pId' | 'languages'>;

/** What a tag says in its place. */
interface TagContent extends Pick<ResolvedText, 'value' | 'chosen'> {
  readonly group?: { readonly id: number; readonly pId: string } | null;
  readonly active?: boolean;
  readonly texts?: TagDraft['texts'];
}

function toTagDraft(
  place: keyof typeof tagPlaces,
  tag: NamedTag,
  { value, chosen, group = null, active = true, texts = null }: TagContent,
  context: TagLanguages,
): TagDraft {
  return {
    place: tagPlaces[place],
    tagId: tag.id,
    tagPId: tag.pId,
    groupId: group?.id ?? null,
    groupPId: group?.pId ?? null,
    name: toTagName(tag, context),
    active,
    value,
    valueHash: tagValueHash(value),
    valueId: chosen?.id ?? null,
    valuePId: chosen?.pId ?? null,
    texts,
  };
}

/** In the document's language, else in the store's default, else the first one, else the pId. */
function toTagName({ pId, languages = [] }: NamedTag, context: TagLanguages): string {
  return findBestText(languages, ({ name }) => name, toLanguageOrder(context)) ?? pId;
}

function toLanguageOrder({ languageCode, defaultLanguage }: TagLanguages): string[] {
  return [languageCode, defaultLanguage];
}

function requireDistinctTags(drafts: readonly TagDraft[], pointer: string): void {
  const seen = new Set<number>();
  for (const [at, { tagId }] of drafts.entries()) {
    if (seen.has(tagId)) throw new DocumentTagTaken({ pointer: `${pointer}/${at}/customTag` });
    seen.add(tagId);
  }
}
