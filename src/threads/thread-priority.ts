import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Priority of threads that yield to requests: on a contested processor they get a tenth of the time, otherwise all of
 * it. With a thirtieth (nice 15), pictures missed their deadlines on a busy machine, and requests gained little.
 */
const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** Only Linux has priorities for single threads; elsewhere the priority applies to the whole process. */
const isPerThread = process.platform === 'linux';

/**
 * Lowers the priority of a process that has just been started: of its first thread, and of all that it starts later.
 */
export function lowerProcessPriority(process: number): void {
  setPriority(process, LOW_PRIORITY);
}

/** Lowers the priority of all existing threads of this process. */
export function lowerOwnProcessPriority(): void {
  const threads = isPerThread ? readdirSync('/proc/self/task') : [];
  for (const thread of [0, ...threads]) setPriority(Number(thread), LOW_PRIORITY);
}

/** Lowers the priority of the calling thread. */
export function lowerThreadPriority(): void {
  if (isPerThread) setPriority(LOW_PRIORITY);
}
