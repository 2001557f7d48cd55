import autocannon from 'autocannon';
import type { ReadCase } from './cases';
import { API_KEY, type Server } from './processes';

/** Seconds for one answer. */
const PATIENCE = 30;

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** What a round of load came to. */
export interface Round {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Bytes of an answer with its head. */
  readonly size: number;
  /** Milliseconds of the server's CPU for a request; undefined where that can't be told. */
  readonly cpu?: number;
}

/**
 * Loads a server with one case; every request asks for another record.
 * @param most the highest id; they begin at 1
 * @throws Error when an answer was no 200
 */
export async function loadRound(
  server: Server,
  { path, ids, name }: ReadCase,
  most: number,
  { connections, seconds }: Load,
): Promise<Round> {
  const request =
    ids === undefined
      ? { path: path(0) }
      : {
          setupRequest: (given: object) => ({
            ...given,
            path: path(1 + Math.floor(Math.random() * most)),
          }),
        };
  const before = server.cpu();
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    timeout: PATIENCE,
    sampleInt: 100,
    headers: { Authorization: `Bearer ${API_KEY}` },
    requests: [request],
  });
  const answers = result['2xx'];
  if (answers === 0 || result.non2xx + result.errors + result.timeouts > 0) {
    const { non2xx, errors, timeouts } = result;
    throw new Error(
      `${name}: ${answers} answers, ${non2xx} not 2xx, ${errors} errors, ${timeouts} timeouts`,
    );
  }
  const after = server.cpu();
  return {
    ...(before === undefined || after === undefined ? {} : { cpu: (after - before) / answers }),
    rate: answers / result.duration,
    p99: result.latency.p99,
    size: result.throughput.total / answers,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
