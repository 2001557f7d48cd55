import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Threads that stand back behind requests: of a processor that both want they get a tenth, and all of what is left
 * over. With a thirtieth (nice 15) pictures missed their deadlines on a busy machine, and requests hardly gained.
 */
const LOW = constants.priority.PRIORITY_BELOW_NORMAL;
const TASKS = '/proc/self/task';

/** Only Linux has a priority for each thread; elsewhere it would be the whole process's. */
const isPerThread = process.platform === 'linux';

/** Lowers the priority of the calling thread. */
export function lowerPriority(): void {
  if (isPerThread) setPriority(LOW);
}

/**
 * Lowers the priority of the threads that a library runs in this process. It starts and ends them as it sees
 * fit, so this is called again and again.
 * @param name what the library calls its threads
 */
export function lowerPriorityOf(name: string): void {
  if (!isPerThread) return;
  for (const id of readdirSync(TASKS)) {
    try {
      const found = readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim();
      if (found === name) setPriority(Number(id), LOW);
    } catch {
      // The thread has ended meanwhile.
    }
  }
}
