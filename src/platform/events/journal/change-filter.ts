import type { Actor } from '../../../core/actor-context';
import {
  type ChangeAction,
  type Condition,
  listStoredActorKinds,
  whereEquals,
  whereAtLeast,
  whereAtMost,
  whereIn,
  type JournalEntry,
} from '../../../database';

/** Selects changes; an absent member doesn't restrict them. */
export interface ChangeFilter {
  readonly kinds?: readonly string[];
  readonly actions?: readonly ChangeAction[];
  readonly actor?: { readonly kind: Actor['kind']; readonly id?: number };
  readonly recordId?: number;
  readonly fromTime?: Date;
  readonly toTime?: Date;
}

/** Columns of an entry that are filtered, shown or passed on. */
export const journalEntryColumns = [
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
export type PositionedJournalEntry = Pick<JournalEntry, (typeof journalEntryColumns)[number]> & {
  readonly position: number;
};

/**
 * Converts a filter to the conditions of one or more queries that can use an index. Each matching entry is found by
 * exactly one of them.
 */
export function toJournalConditions(filter: ChangeFilter): Condition[][] {
  const { kinds, actions, actor, recordId, fromTime, toTime } = filter;
  const conditions = [
    ...(recordId === undefined ? [] : [whereEquals('recordId', recordId)]),
    ...(kinds ? [whereIn('kind', kinds)] : []),
    ...(actions ? [whereIn('action', actions)] : []),
    ...(actor?.id === undefined ? [] : [whereEquals('byId', actor.id)]),
    ...(fromTime ? [whereAtLeast('at', fromTime)] : []),
    ...(toTime ? [whereAtMost('at', toTime)] : []),
  ];
  return actor
    ? listStoredActorKinds(actor.kind).map((kind) => [whereEquals('byKind', kind), ...conditions])
    : [conditions];
}

/** Whether a filter matches an entry that has been read. */
export function matchesFilter(filter: ChangeFilter, entry: PositionedJournalEntry): boolean {
  const { kinds, actions, actor, recordId, fromTime, toTime } = filter;
  return (
    (recordId === undefined || entry.recordId === recordId) &&
    kinds?.includes(entry.kind) !== false &&
    actions?.includes(entry.action) !== false &&
    (actor === undefined || listStoredActorKinds(actor.kind).includes(entry.byKind)) &&
    (actor?.id === undefined || entry.byId === actor.id) &&
    (fromTime === undefined || entry.at >= fromTime) &&
    (toTime === undefined || entry.at <= toTime)
  );
}
