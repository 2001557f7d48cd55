/** Maximum time that work runs without yielding. */
const SLICE_MS = 2;

const waitingResolvers: (() => void)[] = [];

/** Resumes one waiting task in each turn of the event loop, so that other events are handled in between. */
function resumeNext(): void {
  waitingResolvers.shift()?.();
  if (waitingResolvers.length > 0) setImmediate(resumeNext);
}

/** Waits for the next turn of the event loop, after all tasks that waited before. */
export function waitForNextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waitingResolvers.push(resolve);
    if (waitingResolvers.length === 1) setImmediate(resumeNext);
  });
}

/** Start of the current slice of yielding work. */
let sliceStart = performance.now();

/**
 * Yields to other work if the current slice is over. Long-running work awaits it between short steps.
 * @returns undefined if the slice isn't over, which costs less than a promise
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  return performance.now() - sliceStart < SLICE_MS ? undefined : startNextSlice();
}

async function startNextSlice(): Promise<void> {
  await waitForNextTurn();
  sliceStart = performance.now();
}
