import type { Actor } from '../../../core/actor-context';
import {
  type ChangeAction,
  type Condition,
  toStoredActorKinds,
  is,
  isAtLeast,
  isAtMost,
  isOneOf,
  type JournalEntry,
} from '../../../database';

/** Selects changes; an absent member doesn't restrict them. */
export interface ChangeFilter {
  readonly kinds?: readonly string[];
  readonly actions?: readonly ChangeAction[];
  readonly by?: { readonly kind: Actor['kind']; readonly id?: number };
  readonly recordId?: number;
  readonly from?: Date;
  readonly to?: Date;
}

/** Columns of an entry that are filtered, shown or passed on. */
export const entryColumns = [
  'position',
  'at',
  'kind',
  'recordId',
  'pId',
  'version',
  'action',
  'operation',
  'byKind',
  'byId',
  'byName',
  'requestId',
  'path',
  'trace',
  'fields',
] as const;

/** An entry with its position. */
export type PositionedEntry = Pick<JournalEntry, (typeof entryColumns)[number]> & {
  readonly position: number;
};

/**
 * Converts a filter to the conditions of one or more queries that can use an index. Each matching entry is found by
 * exactly one of them.
 */
export function toConditions(filter: ChangeFilter): Condition[][] {
  const { kinds, actions, by, recordId, from, to } = filter;
  const conditions = [
    ...(recordId === undefined ? [] : [is('recordId', recordId)]),
    ...(kinds ? [isOneOf('kind', kinds)] : []),
    ...(actions ? [isOneOf('action', actions)] : []),
    ...(by?.id === undefined ? [] : [is('byId', by.id)]),
    ...(from ? [isAtLeast('at', from)] : []),
    ...(to ? [isAtMost('at', to)] : []),
  ];
  return by
    ? toStoredActorKinds(by.kind).map((kind) => [is('byKind', kind), ...conditions])
    : [conditions];
}

/** Whether a filter matches an entry that has been read. */
export function matchesFilter(filter: ChangeFilter, entry: PositionedEntry): boolean {
  const { kinds, actions, by, recordId, from, to } = filter;
  return (
    (recordId === undefined || entry.recordId === recordId) &&
    kinds?.includes(entry.kind) !== false &&
    actions?.includes(entry.action) !== false &&
    (by === undefined || toStoredActorKinds(by.kind).includes(entry.byKind)) &&
    (by?.id === undefined || entry.byId === by.id) &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at <= to)
  );
}
