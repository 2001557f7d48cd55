import { defineError, InvalidRequest } from '../../../../core/errors';
import type { AssignedTag, FoundTags, ResolvedText } from '../../../custom-tags';
import { type DocumentTag, tagPlaces, tagValueHash } from '../../documents';
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

/** What the tags of a document depend on beside the request. */
export interface TagContext {
  /** The tags that the request refers to, with their names. */
  readonly found: FoundTags;
  /** Of the document. */
  readonly languageCode: string;
  readonly defaultLanguage: string;
}

type Draft = Partial<DocumentTag>;

/** Item types of the tags that may stand in a place: orders 13, users 10, products 1. */
const itemTypes = { document: [13], customer: [10], row: [1, 13] } as const;

/**
 * Tags of a document or of its customer.
 * @param pointer where the list stands in the request
 * @throws DocumentTagTaken, and what `FoundTags.resolveText` throws
 */
export function tagDrafts(
  place: 'document' | 'customer',
  given: readonly DocumentTagDto[] = [],
  pointer: string,
  context: TagContext,
): Draft[] {
  const drafts = given.map((one, at) => textDraft(place, one, `${pointer}/${at}`, context));
  refuseRepeated(drafts, pointer);
  return drafts;
}

/** One tag whose value is one text. @throws what `FoundTags.resolveText` throws */
export function textDraft(
  place: keyof typeof tagPlaces,
  given: DocumentTagDto,
  pointer: string,
  context: TagContext,
): Draft {
  const resolved = context.found.resolveText(itemTypes[place], given, pointer);
  return { ...base(place, resolved.tag, context), ...valueColumns(resolved) };
}

/** The columns that hold a value which is one text. */
export function valueColumns({ value, chosen }: ResolvedText): Draft {
  return { value, valueHash: tagValueHash(value), valueId: chosen?.id ?? null };
}

/**
 * Tags of a line.
 * @param pointer where the list stands in the request
 * @throws InvalidRequest, DocumentTagTaken, and what `FoundTags.resolve` throws
 */
export function rowTagDrafts(
  given: readonly RowTagDto[],
  pointer: string,
  context: TagContext,
): Draft[] {
  const drafts = given.map((one, at) => {
    const place = `${pointer}/${at}`;
    if (one.value === undefined) return formedDraft(one, place, context);
    return shortDraft({ ...one, value: one.value }, place, context);
  });
  refuseRepeated(drafts, pointer);
  return drafts;
}

function formedDraft(assignment: RowTagDto, pointer: string, context: TagContext): Draft {
  const found = context.found.resolve(itemTypes.row, { assignment, pointer });
  const { tag, group, active, value, chosen, languages } = found;
  return {
    ...base('row', tag, context),
    ...groupColumns(group),
    active,
    ...valueColumns({ tag, value: chosen?.pId ?? value, chosen }),
    texts: assignment.languages ? [...languages] : null,
  };
}

/** The short form, in which a value is always active. */
function shortDraft(
  given: RowTagDto & { value: string },
  pointer: string,
  context: TagContext,
): Draft {
  const { general, languages, selectable, group, value } = given;
  if (general ?? languages ?? selectable) {
    const detail = 'A tag of a line has its value in one form.';
    throw new InvalidRequest([{ pointer: `${pointer}/value`, code: 'rowTag.twoForms', detail }]);
  }
  const { found, languageCode } = context;
  const resolved = found.resolveText(itemTypes.row, given, pointer);
  const { tag, chosen } = resolved;
  const draft = {
    ...base('row', tag, context),
    ...groupColumns(group ? found.group(group, `${pointer}/group`) : null),
  };
  if (chosen !== null || tag.valueForAllLanguages) return { ...draft, ...valueColumns(resolved) };
  const texts = [{ languageCode, active: true, value }];
  return { ...draft, ...valueColumns({ tag, value: '', chosen }), texts };
}

function groupColumns(group: { id: number; pId: string } | null): Draft {
  return { groupId: group?.id ?? null, groupPId: group?.pId ?? null };
}

function base(place: keyof typeof tagPlaces, tag: AssignedTag, context: TagContext): Draft {
  return {
    documentId: 0,
    place: tagPlaces[place],
    rowId: 0,
    tagId: tag.id,
    tagPId: tag.pId,
    ...groupColumns(null),
    name: nameOf(tag, context),
    active: true,
    texts: null,
  };
}

/** In the document's language, else in the store's default, else the first one, else the pId. */
function nameOf({ pId, languages = [] }: AssignedTag, context: TagContext): string {
  const named = languages.filter(({ name }) => name !== '');
  const inLanguage = (code: string) => named.find(({ languageCode }) => languageCode === code);
  const found = inLanguage(context.languageCode) ?? inLanguage(context.defaultLanguage) ?? named[0];
  return found?.name ?? pId;
}

function refuseRepeated(drafts: readonly Draft[], pointer: string): void {
  const seen = new Set<number | undefined>();
  for (const [at, { tagId }] of drafts.entries()) {
    if (seen.has(tagId)) throw new DocumentTagTaken({ pointer: `${pointer}/${at}/customTag` });
    seen.add(tagId);
  }
}
