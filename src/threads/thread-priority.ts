import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Priority of threads that yield to requests: on a contested processor they get a tenth of the time, otherwise all of
 * it. With a thirtieth (nice 15), pictures missed their deadlines on a busy machine, and requests gained little.
 */
const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** Only Linux has priorities for single threads; elsewhere the priority applies to the whole process. */
const hasThreadPriorities = process.platform === 'linux';

/** Lowers the priority of all existing threads of this process, and of those that they start later. */
export function lowerOwnProcessPriority(): void {
  const threads = hasThreadPriorities ? readdirSync('/proc/self/task') : [];
  for (const threadId of [0, ...threads.map(Number)]) {
    try {
      lowerPriority(threadId);
    } catch (error) {
      if (!isThreadEndedError(error)) throw error;
    }
  }
}

/** Lowers the priority of the calling thread. */
export function lowerThreadPriority(): void {
  if (hasThreadPriorities) lowerPriority(0);
}

/** Whether the thread of an error of node:os has ended meanwhile. */
function isThreadEndedError(error: unknown): boolean {
  return (error as { info?: { code?: string } }).info?.code === 'ESRCH';
}

/** Lowers the priority of a thread, unless that of the service is lower already. */
function lowerPriority(threadId: number): void {
  if (getPriority(threadId) < LOW_PRIORITY) setPriority(threadId, LOW_PRIORITY);
}
