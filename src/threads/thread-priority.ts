import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * For threads that give way to requests: of a processor that both want they get a tenth, and all that is left over.
 * With a thirtieth (nice 15) pictures missed their deadlines on a busy machine, and requests hardly gained.
 */
const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** Only Linux has a priority for each thread; elsewhere it would be the whole process's. */
const isPerThread = process.platform === 'linux';

/** Lowers the priority of a process that was started just now: of its first thread, and of those that it starts later. */
export function lowerProcessPriority(process: number): void {
  setPriority(process, LOW_PRIORITY);
}

/** Lowers the priority of all threads of this process that are there already. */
export function lowerOwnProcessPriority(): void {
  const threads = isPerThread ? readdirSync('/proc/self/task') : [];
  for (const thread of [0, ...threads]) setPriority(Number(thread), LOW_PRIORITY);
}

/** Lowers the priority of the calling thread. */
export function lowerThreadPriority(): void {
  if (isPerThread) setPriority(LOW_PRIORITY);
}
