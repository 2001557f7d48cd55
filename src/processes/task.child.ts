import { exposeGarbageCollector } from '../threads/heap-growth';
import { lowerOwnProcessPriority } from '../threads/thread-priority';
import type { ChildMessage, ParentMessage, TaskRunner } from './task';

type AnyTaskRunner = TaskRunner<unknown, unknown, unknown>;

const runners = new Map<string, AnyTaskRunner>();
const collectGarbage = exposeGarbageCollector();
let resolvePartHandled = (): void => undefined;

const MEBIBYTE = 1024 * 1024;

/** Garbage collection is worth its milliseconds above these numbers of bytes outside of the heap, and within. */
const GARBAGE_COLLECTION_THRESHOLD_BYTES = { arrayBuffers: 8 * MEBIBYTE, heapUsed: 64 * MEBIBYTE };

/** Collects large Buffers of a task's input and output, and many objects of a task, which V8 would keep for long. */
function collectLargeGarbage(): void {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  if (
    arrayBuffers > GARBAGE_COLLECTION_THRESHOLD_BYTES.arrayBuffers ||
    heapUsed > GARBAGE_COLLECTION_THRESHOLD_BYTES.heapUsed
  )
    collectGarbage();
}

function reply(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/** @throws the module's error if it doesn't load */
function loadRunner(modulePath: string): AnyTaskRunner {
  const loadedRunner = runners.get(modulePath);
  if (loadedRunner) return loadedRunner;
  // oxlint-disable-next-line typescript/no-require-imports -- the path is without an extension, and compiled by specs
  const { run } = require(modulePath) as { run: AnyTaskRunner };
  runners.set(modulePath, run);
  // Not before: on a contested processor, a process that starts and loads at low priority would miss its deadline.
  lowerOwnProcessPriority();
  return run;
}

/** Sends a part and waits until the service has handled it, so that the service never holds more than one. */
async function sendPart(part: unknown): Promise<void> {
  const partHandled = new Promise<void>((resolve) => {
    resolvePartHandled = resolve;
  });
  await reply({ kind: 'part', part });
  await partHandled;
}

async function handleMessage(message: ParentMessage): Promise<void> {
  if (message.kind === 'taken') {
    resolvePartHandled();
    return;
  }
  let run: AnyTaskRunner;
  try {
    run = loadRunner(message.modulePath);
  } catch (error) {
    return reply({ kind: 'missing', detail: String(error) });
  }
  collectLargeGarbage();
  await reply({ kind: 'started' });
  if (message.kind === 'load') return reply({ kind: 'done', output: undefined });
  try {
    await reply({ kind: 'done', output: await run(message.input, sendPart) });
  } catch (error) {
    const { stack = String(error) } = error as Error;
    await reply({ kind: 'failed', detail: stack });
  }
  setImmediate(collectLargeGarbage);
}

// `exit` would wait for native code in other threads.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal or process manager signals the whole group, but the service decides when its processes end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('message', (message: ParentMessage) => void handleMessage(message));
