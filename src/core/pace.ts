/** How long work goes on at a time. */
const SLICE_MS = 2;

const waiting: (() => void)[] = [];

/** Lets one of those that wait go on in each turn of the event loop: whatever else has come goes between them. */
function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Waits until the event loop has come round, and those that waited before have gone on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

/** When work that gives way began its slice. */
let begin = performance.now();

/** For work that takes long, between two steps that are short: lets others have their turn when it is time. */
export async function giveWay(): Promise<void> {
  if (performance.now() - begin < SLICE_MS) return;
  await turn();
  begin = performance.now();
}
