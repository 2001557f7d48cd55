/** How long work goes on at a time. */
const SLICE_MS = 2;

const waitingTasks: (() => void)[] = [];

/** Lets one of those that wait go on in each turn of the event loop: whatever else has come goes between them. */
function resumeNext(): void {
  waitingTasks.shift()?.();
  if (waitingTasks.length > 0) setImmediate(resumeNext);
}

/** Waits until the event loop has come round, and those that waited before have gone on. */
export function nextEventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    waitingTasks.push(resolve);
    if (waitingTasks.length === 1) setImmediate(resumeNext);
  });
}

/** When work that gives way began its slice. */
let sliceStart = performance.now();

/** For work that takes long, between two steps that are short: lets others have their turn when it is time. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - sliceStart < SLICE_MS) return;
  await nextEventLoopTurn();
  sliceStart = performance.now();
}
