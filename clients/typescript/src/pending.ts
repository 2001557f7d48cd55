import { type AnyApi, dataOf } from './answers.js';
import type { StoreApi } from './client.js';
import { recordsOf } from './lists.js';
import { pause } from './pause.js';
import type { PendingKind, PendingRecord } from './types.js';

/** How pending records are fetched. */
export interface PendingOptions {
  /** Records per page: at most 500, by default 100. */
  readonly perPage?: number;
  /** Stops when nothing is pending any more, instead of polling. */
  readonly once?: boolean;
  /** Milliseconds between polls when nothing is pending; by default a minute. */
  readonly every?: number;
  readonly signal?: AbortSignal;
}

/** A record whose acknowledgement was rejected, so that it stays pending. */
export interface StillPending {
  readonly id: number;
  /** The code of the problem, for example `version.changed`. */
  readonly result: string;
  readonly detail: string;
}

/** A page of pending records. */
export interface PendingPage<K extends PendingKind> {
  readonly records: readonly PendingRecord<K>[];
  /**
   * Acknowledges these versions of the records; call it after you have stored them. A page that is not acknowledged is
   * returned again.
   * @returns the records that stay pending, for example because they have changed in the meantime
   */
  acknowledge(): Promise<StillPending[]>;
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;
const MAX_STUCK_PAGES = 5;

/**
 * Iterates over pages of pending records. It always reads the first page, because acknowledged records leave the list.
 * @throws Error if nothing was acknowledged several times in a row
 */
export async function* pending<K extends PendingKind>(
  api: StoreApi,
  kind: K,
  { perPage = 100, once = false, every = MINUTE_MS, signal }: PendingOptions,
): AsyncGenerator<PendingPage<K>, void, undefined> {
  const expand = kind === 'shipments' ? {} : { expand: 'document' };
  const requestOptions = signal && { signal };
  for (let stuck = 0; ;) {
    const query = { ...expand, page: 1, perPage };
    const init = { params: { query }, ...requestOptions };
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
          (api as AnyApi).PUT(`/v1/${kind}/received`, { body, ...requestOptions }),
        );
        const left = recordsOf<StillPending>(answer).filter(
          ({ result }) => result !== 'ok' && result !== 'unchanged',
        );
        acknowledged = records.length - left.length;
        return left;
      },
    };
    stuck = acknowledged === 0 ? stuck + 1 : 0;
    if (stuck === MAX_STUCK_PAGES) throw new Error(`No pending ${kind} were acknowledged`);
    if (stuck > 0) await pause(SECOND_MS, signal);
  }
}
