import { dataOf } from './answers.js';
import type { StoreApi } from './client.js';
import type { Positions } from './positions.js';
import type { Changes } from './types.js';

/** The changes to read, and the position to start from. */
export interface ChangesOptions {
  /** Stores the position of the reader. Without a position, reading starts with the next change. */
  readonly positions: Positions;
  /** Kinds of records, for example `order`; by default all that the key may read. */
  readonly kinds?: readonly string[];
  /** Kinds of changes, for example `moved`; by default all. */
  readonly actions?: readonly string[];
  /** Seconds that the service waits for changes before it answers without any; by default 30, the maximum. */
  readonly wait?: number;
  /** Stops when everything has been read, instead of waiting for more. */
  readonly once?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Follows the journal. A position is stored when the next changes are requested, so a reader that stops before that
 * gets the same changes again.
 * @throws ProblemError `journal.gone` if the journal no longer contains the position
 */
export async function* changes(
  api: StoreApi,
  { positions, kinds = [], actions = [], wait = 30, once = false, signal }: ChangesOptions,
): AsyncGenerator<Changes['CHANGES'], void, undefined> {
  const filter = {
    ...(kinds.length > 0 && { kinds: kinds.join() }),
    ...(actions.length > 0 && { actions: actions.join() }),
  };
  const read = (query: object): Promise<Changes> =>
    dataOf(api.GET('/v1/changes', { params: { query }, ...(signal && { signal }) }));
  let after = await positions.load();
  if (after === undefined) {
    after = (await read({ limit: 1 })).CURRENT;
    await positions.save(after);
  }
  for (;;) {
    const { CHANGES, CURRENT, NEXT } = await read({ ...filter, after, wait: once ? 0 : wait });
    if (CHANGES.length > 0) yield CHANGES;
    if (NEXT !== after) await positions.save(NEXT);
    after = NEXT;
    if (once && NEXT >= CURRENT) return;
  }
}
