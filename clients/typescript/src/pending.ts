import { type AnyApi, dataOf } from './answers.js';
import type { StoreApi } from './client.js';
import { recordsOf } from './lists.js';
import { pause } from './pause.js';
import type { PendingKind, PendingRecord } from './types.js';

/** How pending records are fetched. */
export interface PendingOptions {
  /** Records on a page: at most 500, by default 100. */
  readonly perPage?: number;
  /** Ends when nothing is pending any more, instead of asking again. */
  readonly once?: boolean;
  /** Milliseconds until it asks again when nothing is pending; a minute by default. */
  readonly every?: number;
  readonly signal?: AbortSignal;
}

/** A record whose acknowledgement was refused: it comes again. */
export interface StillPending {
  readonly id: number;
  /** The code of the problem, for example `version.changed`. */
  readonly result: string;
  readonly detail: string;
}

/** Some pending records. */
export interface PendingPage<K extends PendingKind> {
  readonly records: readonly PendingRecord<K>[];
  /**
   * Tells the service that these versions of the records were imported; call it once you have stored them.
   * A page that is not acknowledged comes again.
   * @returns those that stay pending, for example because they have changed meanwhile
   */
  acknowledge(): Promise<StillPending[]>;
}

const MINUTE = 60_000;
const SECOND = 1000;
const MOST_STUCK = 5;

/**
 * Always reads the first page, since acknowledged records leave the list.
 * @throws Error when nothing was acknowledged several times in a row
 */
export async function* pending<K extends PendingKind>(
  api: StoreApi,
  kind: K,
  { perPage = 100, once = false, every = MINUTE, signal }: PendingOptions,
): AsyncGenerator<PendingPage<K>, void, undefined> {
  const expand = kind === 'shipments' ? {} : { expand: 'document' };
  const given = signal && { signal };
  for (let stuck = 0; ;) {
    const query = { ...expand, page: 1, perPage };
    const init = { params: { query }, ...given };
    const envelope = await dataOf((api as AnyApi).GET(`/v1/${kind}/pending`, init));
    const records = recordsOf<PendingRecord<K>>(envelope);
    if (records.length === 0) {
      if (once) return;
      await pause(every, signal);
      continue;
    }
    let acknowledged = 0;
    yield {
      records,
      acknowledge: async () => {
        const body = { [kind]: records.map(({ ID: id, VERSION: version }) => ({ id, version })) };
        const answer = await dataOf(
          (api as AnyApi).PUT(`/v1/${kind}/received`, { body, ...given }),
        );
        const left = recordsOf<StillPending>(answer).filter(
          ({ result }) => result !== 'ok' && result !== 'unchanged',
        );
        acknowledged = records.length - left.length;
        return left;
      },
    };
    stuck = acknowledged === 0 ? stuck + 1 : 0;
    if (stuck === MOST_STUCK) throw new Error(`none of these ${kind} were acknowledged`);
    if (stuck > 0) await pause(SECOND, signal);
  }
}
