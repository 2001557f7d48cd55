import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../api';
import { CredentialsInvalid, ScopeMissing } from '../../../api/problems/api-errors';
import type { Actor } from '../../../core/actor-context';
import { InvalidRequest } from '../../../core/errors';
import { includesScope } from '../../../core/scopes';
import {
  type ChangeAction,
  changeActions,
  type JournalEntryKind,
  listJournalEntryKinds,
} from '../../../database';
import type { ChangeQuery } from './change.dto';
import { ChangeFeed } from './change-feed';
import type { ChangeFilter } from './change-filter';
import { type ChangesPage, JournalReader } from './journal-reader';
import { getReadScope } from './read-scope';

/** Lists changes by position. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly reader: JournalReader,
    private readonly feed: ChangeFeed,
  ) {}

  /**
   * Lists changes after a position. Without changes, waits for the first ones as long as the caller wants.
   * @throws InvalidRequest, ScopeMissing for a kind that the caller may not read, JournalPositionGone
   */
  async list(query: ChangeQuery, caller: Principal): Promise<ChangesPage> {
    const filter = toChangeFilter(query, caller);
    const { limit, wait } = query;
    const deadline = performance.now() + wait * 1000;
    let { after } = query;
    // A position that this process hasn't seen yet may be of the journal of another database, as before a restore.
    let isPositionKnown = after !== undefined && this.feed.hasReached(after);
    for (;;) {
      const remaining = deadline - performance.now();
      if (isPositionKnown && after !== undefined && remaining > 0) {
        // Callers that already know all changes, as most do, need no read of the journal.
        const seen = { seenPosition: after, limit };
        const page = await this.feed.waitForChanges(filter, seen, remaining);
        if (page) return await requireStillAuthorized(caller, page);
      }
      const changesPage = await this.reader.read(filter, after, limit);
      const isTimedOut = performance.now() >= deadline;
      if (changesPage.changes.length > 0 || changesPage.next < changesPage.current || isTimedOut)
        return changesPage;
      after = changesPage.next;
      isPositionKnown = true;
    }
  }
}

/** Checks that the caller hasn't lost its rights while it was waiting. @throws CredentialsInvalid */
async function requireStillAuthorized(caller: Principal, page: ChangesPage): Promise<ChangesPage> {
  if (page.changes.length > 0 && !(await caller.checkStillValid())) throw new CredentialsInvalid();
  return page;
}

/** @throws InvalidRequest, ScopeMissing */
function toChangeFilter(query: ChangeQuery, { scopes }: Principal): ChangeFilter {
  const { kind, id, from: fromTime, to: toTime } = query;
  if ((kind === undefined) !== (id === undefined)) {
    const pointer = kind === undefined ? 'query/kind' : 'query/id';
    const detail = 'Both kind and id are needed to select a record.';
    throw new InvalidRequest([{ pointer, code: 'change.record', detail }]);
  }
  const names = splitAtCommas(kind ?? query.kinds);
  const kinds = selectKinds(names, scopes, kind === undefined ? 'query/kinds' : 'query/kind');
  const actions = parseActions(splitAtCommas(query.actions));
  const actor = parseActor(query.by);
  return {
    ...(kinds && { kinds }),
    ...(actions && { actions }),
    ...(actor && { actor }),
    ...(id !== undefined && { recordId: id }),
    ...(fromTime && { fromTime }),
    ...(toTime && { toTime }),
  };
}

/** Returns the requested kinds, which the caller must be able to read; undefined: all. */
function selectKinds(
  names: readonly string[] | undefined,
  scopes: ReadonlySet<string>,
  pointer: string,
): string[] | undefined {
  const allKinds = listJournalEntryKinds();
  const mayRead = (kind: JournalEntryKind): boolean => includesScope(scopes, getReadScope(kind));
  if (!names) {
    const readable = allKinds.filter(mayRead);
    return readable.length === allKinds.length ? undefined : readable.map(({ name }) => name);
  }
  return names.map((kindName) => {
    const kind = allKinds.find(({ name }) => name === kindName);
    if (!kind)
      throw createUnknownValueError(
        pointer,
        kindName,
        allKinds.map(({ name }) => name),
      );
    if (!mayRead(kind)) throw new ScopeMissing({ scope: getReadScope(kind) });
    return kindName;
  });
}

function parseActions(names: readonly string[] | undefined): ChangeAction[] | undefined {
  return names?.map((word) => {
    const action = changeActions.find((one) => one === word);
    if (!action) throw createUnknownValueError('query/actions', word, changeActions);
    return action;
  });
}

function parseActor(text: string | undefined): ChangeFilter['actor'] {
  if (text === undefined || text === '') return undefined;
  const [kind, id] = text.split(':') as [Actor['kind'], string | undefined];
  return { kind, ...(id !== undefined && { id: Number(id) }) };
}

function splitAtCommas(text: string | undefined): string[] | undefined {
  if (text === undefined || text === '') return undefined;
  return [...new Set(text.split(',').map((word) => word.trim()))];
}

function createUnknownValueError(
  pointer: string,
  value: string,
  allowedValues: readonly string[],
): Error {
  const detail = `${JSON.stringify(value)} is unknown; use one of ${allowedValues.join(', ')}.`;
  return new InvalidRequest([{ pointer, code: 'change.unknown', detail }]);
}
