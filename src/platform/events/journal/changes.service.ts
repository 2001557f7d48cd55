import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../api';
import { CredentialsInvalid, ScopeMissing } from '../../../api/problems/problems';
import type { Actor } from '../../../core/actor-context';
import { InvalidRequest } from '../../../core/errors';
import { includesScope } from '../../../core/scopes';
import {
  type ChangeAction,
  changeActions,
  type ChangeKind,
  listChangeKinds,
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
   * Lists changes after a position; without any, waits for changes as long as the caller wants.
   * @throws InvalidRequest, ScopeMissing for a kind that the caller may not read, JournalPositionGone
   */
  async list(query: ChangeQuery, caller: Principal): Promise<ChangesPage> {
    const filter = toChangeFilter(query, caller);
    const { limit, wait } = query;
    const end = performance.now() + wait * 1000;
    let { after } = query;
    // A position that this process hasn't seen yet may belong to another journal.
    let isKnown = after !== undefined && this.feed.hasReached(after);
    for (;;) {
      const remaining = end - performance.now();
      if (isKnown && after !== undefined && remaining > 0) {
        // Callers that already know all changes, as most do, need no read of the journal.
        const page = await this.feed.wait(filter, { seen: after, limit }, remaining);
        if (page) return await requireStillAuthorized(caller, page);
      }
      const found = await this.reader.read(filter, after, limit);
      const isOver = performance.now() >= end;
      if (found.changes.length > 0 || found.next < found.current || isOver) return found;
      after = found.next;
      isKnown = true;
    }
  }
}

/** Checks that the caller hasn't lost its rights while it was waiting. @throws CredentialsInvalid */
async function requireStillAuthorized(caller: Principal, found: ChangesPage): Promise<ChangesPage> {
  if (found.changes.length > 0 && !(await caller.isStillValid())) throw new CredentialsInvalid();
  return found;
}

/** @throws InvalidRequest, ScopeMissing */
function toChangeFilter(query: ChangeQuery, { scopes }: Principal): ChangeFilter {
  const { kind, id, from, to } = query;
  if ((kind === undefined) !== (id === undefined)) {
    const pointer = kind === undefined ? 'query/kind' : 'query/id';
    const detail = 'Both kind and id are needed to select a record.';
    throw new InvalidRequest([{ pointer, code: 'change.record', detail }]);
  }
  const names = splitWords(kind ?? query.kinds);
  const kinds = selectKinds(names, scopes, kind === undefined ? 'query/kinds' : 'query/kind');
  const actions = parseActions(splitWords(query.actions));
  const by = parseActor(query.by);
  return {
    ...(kinds && { kinds }),
    ...(actions && { actions }),
    ...(by && { by }),
    ...(id !== undefined && { recordId: id }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** Returns the requested kinds, which the caller must be able to read; undefined: all. */
function selectKinds(
  names: readonly string[] | undefined,
  scopes: ReadonlySet<string>,
  pointer: string,
): string[] | undefined {
  const all = listChangeKinds();
  const mayRead = (kind: ChangeKind): boolean => includesScope(scopes, getReadScope(kind));
  if (!names) {
    const readable = all.filter(mayRead);
    return readable.length === all.length ? undefined : readable.map(({ name }) => name);
  }
  return names.map((word) => {
    const kind = all.find(({ name }) => name === word);
    if (!kind)
      throw unknownWordError(
        pointer,
        word,
        all.map(({ name }) => name),
      );
    if (!mayRead(kind)) throw new ScopeMissing({ scope: getReadScope(kind) });
    return word;
  });
}

function parseActions(names: readonly string[] | undefined): ChangeAction[] | undefined {
  return names?.map((word) => {
    const action = changeActions.find((one) => one === word);
    if (!action) throw unknownWordError('query/actions', word, changeActions);
    return action;
  });
}

function parseActor(text: string | undefined): ChangeFilter['by'] {
  if (text === undefined || text === '') return undefined;
  const [kind, id] = text.split(':') as [Actor['kind'], string | undefined];
  return { kind, ...(id !== undefined && { id: Number(id) }) };
}

function splitWords(text: string | undefined): string[] | undefined {
  if (text === undefined || text === '') return undefined;
  return [...new Set(text.split(',').map((word) => word.trim()))];
}

function unknownWordError(pointer: string, word: string, known: readonly string[]): Error {
  const detail = `${JSON.stringify(word)} is unknown; use one of ${known.join(', ')}.`;
  return new InvalidRequest([{ pointer, code: 'change.unknown', detail }]);
}
