import { type FieldError, InvalidRequest } from '../../../../core/errors';
import { allOf, anyOf, type Condition, hasRelatedByIds, is } from '../../../../database';
import { DocumentTag, tagPlaces, tagValueHash } from '../entities/document-tag.entity';

/** How many tags a list can be filtered by. */
const MAX_TAGS = 20;

/** The filters by tags as they stand in a query (specification, GET creditNotes). */
interface TagFilters {
  readonly filterCustomTagIds?: string;
  readonly filterCustomTagPIds?: string;
  readonly filterCustomTagValues?: string;
  readonly filterCustomTagCondition?: 'AND' | 'OR';
}

/**
 * The documents that carry tags with given values: what stands at one place of the lists (an id, a pId, or both),
 * with the value at the same place. Values are compared exactly: the text that was recorded, or the pId of the
 * chosen value.
 * @throws InvalidRequest when the lists don't fit each other
 */
export function toTagConditions(query: TagFilters): Condition[] {
  const ids = splitList(query.filterCustomTagIds);
  const pIds = splitList(query.filterCustomTagPIds);
  const values = query.filterCustomTagValues?.split(',') ?? [];
  if (ids.length + pIds.length + values.length === 0) return [];
  const faults = findFilterErrors(ids, pIds, values);
  if (faults.length > 0) throw new InvalidRequest(faults);
  const tags = values.map((value, at) => toTagCondition(ids[at], pIds[at], value));
  const ofDocument = is('place', tagPlaces.document);
  const has = (tag: Condition): Condition =>
    hasRelatedByIds(DocumentTag, 'documentId', [ofDocument, tag]);
  // One look-up for all of them: separate ones, joined by OR, would be made for every document.
  return query.filterCustomTagCondition === 'OR' ? [has(anyOf(...tags))] : tags.map(has);
}

function toTagCondition(id: string | undefined, pId: string | undefined, value: string): Condition {
  const tag = [
    ...(id === undefined ? [] : [is('tagId', Number(id))]),
    ...(pId === undefined ? [] : [is('tagPId', pId)]),
  ];
  // The tag stands in both: each has an index of its own.
  return anyOf(
    allOf(...tag, is('valueHash', tagValueHash(value))),
    allOf(...tag, is('valuePId', value)),
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
  const faults: FieldError[] = [];
  const refuse = (name: keyof TagFilters, code: string, detail: string): void => {
    faults.push({ pointer: `query/${name}`, code, detail });
  };
  if (values.length > MAX_TAGS) {
    refuse('filterCustomTagValues', 'list.tooLong', `At most ${MAX_TAGS} tags can be asked for.`);
  }
  if (ids.length + pIds.length === 0) {
    refuse('filterCustomTagValues', 'tagFilter.unequal', 'The values need a list of tags.');
  }
  const lists = { filterCustomTagIds: ids, filterCustomTagPIds: pIds } as const;
  for (const [name, list] of Object.entries(lists) as [keyof typeof lists, readonly string[]][]) {
    if (list.length > 0 && list.length !== values.length) {
      const detail = `${name} has ${list.length} elements, filterCustomTagValues ${values.length}.`;
      refuse(name, 'tagFilter.unequal', detail);
    }
  }
  const isId = (word: string): boolean =>
    /^[1-9]\d{0,15}$/.test(word) && Number.isSafeInteger(Number(word));
  if (!ids.every(isId)) refuse('filterCustomTagIds', 'value.type', 'Each id must be a number.');
  if (pIds.includes('')) {
    refuse('filterCustomTagPIds', 'text.tooShort', 'Each pId must have a character.');
  }
  return faults;
}
