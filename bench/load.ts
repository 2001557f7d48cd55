import autocannon from 'autocannon';
import type { ReadCase } from './cases';
import { API_KEY, type Server } from './processes';

const ANSWER_TIMEOUT_S = 30;

/** The duration or the number of requests of a load. All requests are answered. */
export type Load = { readonly connections: number } & (
  | { readonly seconds: number }
  | { readonly amount: number }
);

type Options = Parameters<typeof autocannon>[0];

/** The result of a round of load. */
export interface LoadRound {
  /** Requests per second. */
  readonly rate: number;
  /** Percentiles in milliseconds. */
  readonly p99: number;
  /** Bytes of a response with its headers; undefined if they don't matter. */
  readonly size?: number;
  /** CPU time of the server per request, in milliseconds; undefined if it is unknown. */
  readonly cpu?: number;
}

/**
 * Loads a server with one case, each request for another record.
 * @param maxId the highest id; ids start at 1
 * @throws Error if a response has an unexpected status
 */
export async function loadRound(
  server: Server,
  { path, ids, name, answers }: Pick<ReadCase, 'path' | 'ids' | 'name' | 'answers'>,
  maxId: number,
  { connections, ...length }: Load,
): Promise<LoadRound> {
  const request =
    ids === undefined
      ? { path: path(0) }
      : {
          setupRequest: (given: object) => ({
            ...given,
            path: path(1 + Math.floor(Math.random() * maxId)),
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
  /** Body as JSON. */
  readonly body?: string;
}

/**
 * Loads a server with a number of different requests, all of which are answered.
 * @throws Error if a response isn't successful
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
  /** Beginning of the expected status. */
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

/** Returns the first quartile, because disturbances only increase the values of a round. */
export function lowerQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 2]!;
}
