import { type FieldError, InvalidRequest, ReferenceMismatch } from '../../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../../core/load-plan';
import {
  allOf,
  anyOf,
  type Condition,
  whereIdInRelated,
  whereEquals,
  whereIn,
  type DataAccess,
} from '../../../../database';
import { listEquivalentStoredValues, Tag } from '../../../custom-tags';
import { DocumentTag, tagOwnerTypes, hashTagValue } from '../entities/document-tag.entity';

/** Maximum number of tags in a filter. */
const MAX_TAGS = 20;

/** Query parameters that filter by tags (specification, GET creditNotes). */
export interface TagFilters {
  readonly filterCustomTagIds?: string;
  readonly filterCustomTagPIds?: string;
  readonly filterCustomTagValues?: string;
  readonly filterCustomTagCondition?: 'AND' | 'OR';
}

const tagPlan = createLoadPlan(Tag, ['pId', 'controlType']);

/**
 * Converts the tag filters to conditions. The id, pId and value at the same index belong together. A value
 * matches the recorded text or the pId of the selected value, exactly.
 * @throws InvalidRequest when the lists have different lengths or invalid elements, ReferenceMismatch when an id and a
 * pId are those of different tags
 */
export async function toTagConditions(
  { loader }: Pick<DataAccess, 'loader'>,
  query: TagFilters,
): Promise<Condition[]> {
  const ids = splitList(query.filterCustomTagIds);
  const pIds = splitList(query.filterCustomTagPIds);
  const values = query.filterCustomTagValues?.split(',') ?? [];
  if (ids.length + pIds.length + values.length === 0) return [];
  const errors = findFilterErrors(ids, pIds, values);
  if (errors.length > 0) throw new InvalidRequest(errors);
  const identityCondition = anyOf(whereIn('id', ids.map(Number)), whereIn('pId', pIds));
  const storedTags = await loader.listWhere(Tag, [identityCondition], tagPlan);
  const tagConditions = values.map((value, index) => {
    const id = ids[index];
    const pId = pIds[index];
    const tag = findTag(storedTags, id, pId);
    // A stored value may have spaces of its own.
    const texts = new Set([value, value.trim()]);
    return toTagCondition(
      id,
      pId,
      [...texts].flatMap((text) => (tag ? listEquivalentStoredValues(tag, text) : [text])),
    );
  });
  const ownerCondition = whereEquals('place', tagOwnerTypes.document);
  const toDocumentCondition = (tag: Condition): Condition =>
    whereIdInRelated(DocumentTag, 'documentId', [ownerCondition, tag]);
  // A single subquery for OR: with one subquery for each tag, the engines would run them for every document.
  return query.filterCustomTagCondition === 'OR'
    ? [toDocumentCondition(anyOf(...tagConditions))]
    : tagConditions.map(toDocumentCondition);
}

/** Finds the tag of a filter; documents can have tags that no longer exist. @throws ReferenceMismatch */
function findTag(
  storedTags: readonly Loaded<typeof tagPlan>[],
  id: string | undefined,
  pId: string | undefined,
): Loaded<typeof tagPlan> | undefined {
  const withId = storedTags.find((tag) => tag.id === Number(id));
  const withPid = storedTags.find((tag) => tag.pId === pId);
  if (id !== undefined && pId !== undefined && withId !== withPid) {
    throw new ReferenceMismatch({ pointer: 'query/filterCustomTagPIds' });
  }
  return withId ?? withPid;
}

function toTagCondition(
  id: string | undefined,
  pId: string | undefined,
  values: readonly string[],
): Condition {
  const tagConditions = [
    ...(id === undefined ? [] : [whereEquals('tagId', Number(id))]),
    ...(pId === undefined ? [] : [whereEquals('tagPId', pId)]),
  ];
  // The tag is repeated in both branches so that each can use its own index.
  return anyOf(
    allOf(...tagConditions, whereIn('valueHash', values.map(hashTagValue))),
    allOf(...tagConditions, whereIn('valuePId', values)),
  );
}

function splitList(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split(',').map((word) => word.trim());
}

function findFilterErrors(
  ids: readonly string[],
  pIds: readonly string[],
  values: readonly string[],
): FieldError[] {
  const errors: FieldError[] = [];
  const addError = (name: keyof TagFilters, code: string, detail: string): void => {
    errors.push({ pointer: `query/${name}`, code, detail });
  };
  if (values.length > MAX_TAGS) {
    addError('filterCustomTagValues', 'list.tooLong', `At most ${MAX_TAGS} tags are allowed.`);
  }
  if (ids.length + pIds.length === 0) {
    addError('filterCustomTagValues', 'tagFilter.unequal', 'The values need a list of tags.');
  }
  const lists = { filterCustomTagIds: ids, filterCustomTagPIds: pIds } as const;
  for (const [name, list] of Object.entries(lists) as [keyof typeof lists, readonly string[]][]) {
    if (list.length > 0 && list.length !== values.length) {
      const detail = `${name} has ${list.length} elements, filterCustomTagValues ${values.length}.`;
      addError(name, 'tagFilter.unequal', detail);
    }
  }
  const isId = (word: string): boolean =>
    /^[1-9]\d{0,15}$/.test(word) && Number.isSafeInteger(Number(word));
  if (!ids.every(isId)) addError('filterCustomTagIds', 'value.type', 'Each id must be a number.');
  if (pIds.includes('')) {
    addError('filterCustomTagPIds', 'text.tooShort', 'Each pId must have at least one character.');
  }
  return errors;
}
