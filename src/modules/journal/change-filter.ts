import type { Actor } from '../../core/acting';
import {
  type ChangeAction,
  type Condition,
  is,
  isAtLeast,
  isAtMost,
  isOneOf,
  type JournalEntry,
} from '../../database';

/** Which changes somebody wants to know of; an absent member leaves them all. */
export interface ChangeFilter {
  readonly kinds?: readonly string[];
  readonly actions?: readonly ChangeAction[];
  readonly by?: { readonly kind: Actor['kind']; readonly id?: number };
  readonly recordId?: number;
  readonly from?: Date;
  readonly to?: Date;
}

/** What of an entry is judged, shown and passed on. */
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
] as const;

/** An entry that has its position. */
export type NumberedEntry = Pick<JournalEntry, (typeof entryColumns)[number]> & {
  readonly position: number;
};

/** The filter as conditions of a query. */
export function conditionsOf(filter: ChangeFilter): Condition[] {
  const { kinds, actions, by, recordId, from, to } = filter;
  return [
    ...(recordId === undefined ? [] : [is('recordId', recordId)]),
    ...(kinds ? [isOneOf('kind', kinds)] : []),
    ...(actions ? [isOneOf('action', actions)] : []),
    ...(by ? [is('byKind', by.kind)] : []),
    ...(by?.id === undefined ? [] : [is('byId', by.id)]),
    ...(from ? [isAtLeast('at', from)] : []),
    ...(to ? [isAtMost('at', to)] : []),
  ];
}

/** The same for an entry that has been read. */
export function isWanted(filter: ChangeFilter, entry: NumberedEntry): boolean {
  const { kinds, actions, by, recordId, from, to } = filter;
  return (
    (recordId === undefined || entry.recordId === recordId) &&
    kinds?.includes(entry.kind) !== false &&
    actions?.includes(entry.action) !== false &&
    (by === undefined || entry.byKind === by.kind) &&
    (by?.id === undefined || entry.byId === by.id) &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at <= to)
  );
}
