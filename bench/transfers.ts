import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { LoadRound } from './load';
import { API_KEY, type Server } from './processes';

/** A file to download, or a body to upload. */
export interface Transfer {
  readonly path: string;
  /** Expected status: by default 200, or 201 with a body. */
  readonly status?: number;
  readonly body?: {
    readonly contentType: string;
    /** Parts that are sent one after the other. */
    readonly parts: readonly Buffer[];
  };
}

/**
 * Runs clients that repeat one transfer each.
 * @param isOver called after each transfer; each client makes at least one
 * @returns the duration of each transfer in milliseconds
 * @throws Error if a transfer has an unexpected status
 */
export async function runTransfers(
  server: Server,
  transfers: readonly Transfer[],
  isOver: () => boolean,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const client = async (transfer: Transfer): Promise<void> => {
    do {
      const start = performance.now();
      await sendTransfer(server, transfer, agent);
      times.push(performance.now() - start);
    } while (!isOver());
  };
  try {
    await Promise.all(transfers.map(client));
    return times;
  } finally {
    agent.destroy();
  }
}

/** Loads a server with transfers, each from its own client. */
export async function transferRound(
  server: Server,
  transfers: readonly Transfer[],
  seconds: number,
): Promise<LoadRound> {
  const before = server.cpu();
  const start = performance.now();
  const times = await runTransfers(
    server,
    transfers,
    () => performance.now() > start + seconds * 1000,
  );
  const took = (performance.now() - start) / 1000;
  const after = server.cpu();
  return {
    ...(before === undefined || after === undefined
      ? {}
      : { cpu: (after - before) / times.length }),
    rate: times.length / took,
    p99: percentile(times, 99),
  };
}

/** Reads at a fixed rate, whether responses arrive or not. */
export interface SteadyReads {
  /** `{id}` is replaced by another number each time. */
  readonly path: string;
  /** The highest of these numbers. */
  readonly maxId: number;
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
}

/**
 * Runs reads in a separate thread, so that other work of the bench doesn't delay them.
 * @returns the duration of each read in milliseconds, from when it was due
 */
export async function steadyReads({ url }: Server, reads: SteadyReads): Promise<number[]> {
  const thread = new Worker(join(__dirname, 'steady-reader.js'), { workerData: { ...reads, url } });
  const [times] = (await once(thread, 'message')) as [number[]];
  return times;
}

/** Returns a percentile of values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN;
}

async function sendTransfer({ url }: Server, transfer: Transfer, agent: Agent): Promise<void> {
  const { path, body, status = body ? 201 : 200 } = transfer;
  const parts = body?.parts ?? [];
  const outgoing = request(url + path, {
    ...{ method: body ? 'POST' : 'GET', agent },
    headers: {
      Authorization: `Bearer ${API_KEY}`,
      ...(body && { 'Content-Type': body.contentType }),
      'Content-Length': parts.reduce((sum, { length }) => sum + length, 0),
    },
  });
  const answer = waitForResponse(outgoing);
  const [, response] = await Promise.all([pipeline(Readable.from(parts), outgoing), answer]);
  await requireStatus(response, status, path);
}

export function waitForResponse(outgoing: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
}

export async function requireStatus(
  response: IncomingMessage,
  status: number,
  path: string,
): Promise<void> {
  if (response.statusCode === status) await once(response.resume(), 'end');
  else throw new Error(`${path}: ${response.statusCode} ${(await response.toArray()).join('')}`);
}
