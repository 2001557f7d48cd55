import { setTimeout as pause } from 'node:timers/promises';

/** Less than jest grants a test, so that it tells what it has waited for; else a busy machine is no failure. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 10;

/** Waits until something holds that comes of its own accord. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not so: ${isSo.toString()}`);
    await pause(LOOK_MS);
  }
}
