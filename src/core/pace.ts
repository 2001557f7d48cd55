/** Milliseconds that work goes on at a time. */
const SLICE = 2;

const waiting: (() => void)[] = [];

/** Lets one go on in each turn of the event loop, however many wait: what came meanwhile is between them. */
function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Waits until the event loop has come round, and those have gone on who waited before. */
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
  if (performance.now() - begin < SLICE) return;
  await turn();
  begin = performance.now();
}
