import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeoutMs } from './jest/timeouts';

/** On a quiet machine; less than jest grants a test, so that the failure names what did not come. */
const TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 10;

/** Waits until a condition that will hold by itself does hold. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + scaledTimeoutMs(TIMEOUT_MS);
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not so: ${isSo.toString()}`);
    await pause(POLL_INTERVAL_MS);
  }
}
