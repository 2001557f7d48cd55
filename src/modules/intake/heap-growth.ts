import { setFlagsFromString } from 'node:v8';

/** Percent that the heap may grow beyond what is alive before garbage is collected from all of it. */
const GROWTH = 100;
/** V8's own choice, by the memory of the machine: on most, 300. */
const AUTOMATIC = 0;

let running = 0;

/**
 * Runs work that makes much garbage and holds little: V8 is told to collect it sooner meanwhile. What an
 * import holds stays the same from its first batch to its last, but left alone V8 lets the garbage grow to
 * three times that, most of which the process never gives back.
 */
export async function withSteadyHeap<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  setGrowth(GROWTH);
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) setGrowth(AUTOMATIC);
  }
}

/** V8 reads this flag whenever it collects, so it may change while the process runs. */
function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
