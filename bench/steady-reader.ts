import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { API_KEY } from './processes';
import { waitForResponse, requireStatus, type SteadyReads } from './transfers';

/** A thread that reads at a fixed rate, and then sends the duration of each read in milliseconds. */
async function read({
  url,
  path,
  maxId,
  rate,
  seconds,
}: SteadyReads & { url: string }): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  const reads: Promise<number>[] = [];
  for (let number = 0; number < rate * seconds; number++) {
    const early = start + (number * 1000) / rate - performance.now();
    if (early > 0) await pause(early);
    const id = String(1 + Math.floor(Math.random() * maxId));
    reads.push(readOnce(url, path.replace('{id}', id), agent));
  }
  try {
    parentPort?.postMessage(await Promise.all(reads));
  } finally {
    agent.destroy();
  }
}

async function readOnce(url: string, path: string, agent: Agent): Promise<number> {
  const start = performance.now();
  const outgoing = request(url + path, { agent, headers: { Authorization: `Bearer ${API_KEY}` } });
  const answer = waitForResponse(outgoing);
  outgoing.end();
  await requireStatus(await answer, 200, path);
  return performance.now() - start;
}

void read(workerData as SteadyReads & { url: string });
