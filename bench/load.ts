import autocannon from 'autocannon';
import type { ReadCase } from './cases';
import { API_KEY, type Server } from './processes';

const ANSWER_TIMEOUT_S = 30;

/** For so long, or so many requests, all of which are answered. */
export type Load = { readonly connections: number } & (
  { readonly seconds: number } | { readonly amount: number }
);

type Options = Parameters<typeof autocannon>[0];

/** What a round of load came to. */
export interface LoadRound {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Bytes of an answer with its head; undefined where they don't count. */
  readonly size?: number;
  /** Milliseconds of the server's CPU for a request; undefined where that can't be told. */
  readonly cpu?: number;
}

/**
 * Loads a server with one case; every request asks for another record.
 * @param most the highest id; they begin at 1
 * @throws Error when an answer had another status than it should
 */
export async function loadRound(
  server: Server,
  { path, ids, name, answers }: Pick<ReadCase, 'path' | 'ids' | 'name' | 'answers'>,
  most: number,
  { connections, ...length }: Load,
): Promise<LoadRound> {
  const request =
    ids === undefined
      ? { path: path(0) }
      : {
          setupRequest: (given: object) => ({
            ...given,
            path: path(1 + Math.floor(Math.random() * most)),
          }),
        };
  const until = 'seconds' in length ? { duration: length.seconds } : length;
  const kind = answers === 'nothing' ? '404' : '2';
  return runLoad(server, name, { connections, ...until, requests: [request] }, kind);
}

/** A request. */
export interface BenchRequest {
  readonly method: string;
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

/**
 * Loads a server with a number of requests, each another one; all of them are answered in the end.
 * @throws Error when an answer was no success
 */
export async function sendAll(
  server: Server,
  name: string,
  { connections, amount }: { readonly connections: number; readonly amount: number },
  next: () => BenchRequest,
): Promise<LoadRound> {
  const setupRequest = (given: { headers?: Record<string, string> }): object => {
    const sent = next();
    const type = sent.body === undefined ? {} : { 'Content-Type': 'application/json' };
    return { ...given, ...sent, headers: { ...given.headers, ...type } };
  };
  return runLoad(server, name, { connections, amount, requests: [{ setupRequest }] });
}

async function runLoad(
  server: Server,
  name: string,
  load: Pick<Options, 'connections' | 'requests'> & Partial<Pick<Options, 'duration' | 'amount'>>,
  /** How the status of an answer has to begin. */
  kind = '2',
): Promise<LoadRound> {
  const before = server.cpu();
  const result = await autocannon({
    ...{
      url: server.url,
      timeout: ANSWER_TIMEOUT_S,
      sampleInt: load.amount === undefined ? 100 : 10,
    },
    headers: { Authorization: server.authorization ?? `Bearer ${API_KEY}` },
    ...load,
  });
  const { statusCodeStats, errors, timeouts } = result;
  const counts = Object.entries(statusCodeStats).map(([status, { count }]) => ({
    status,
    count,
  }));
  const meant = counts.filter(({ status }) => status.startsWith(kind));
  const answers = meant.reduce((sum, { count }) => sum + count, 0);
  if (answers === 0 || meant.length < counts.length || errors + timeouts > 0) {
    const statuses = counts.map(({ status, count }) => `${count} of ${status}`);
    throw new Error(
      `${name}: answers: ${statuses.join(', ') || 'none'}; ${errors} errors, ${timeouts} timeouts`,
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

/** The value that a quarter of the others is below: what disturbs a round of work only adds to it. */
export function lowerQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 2]!;
}
