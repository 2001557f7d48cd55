import { setFlagsFromString } from 'node:v8';

/** Percent that the heap may grow beyond what is alive before garbage is collected from all of it. */
const GROWTH = 100;

/**
 * Has V8 collect garbage sooner than it would. What an import or large lists hold stays small, but left alone
 * V8 lets the garbage grow to three or four times that, and the process never gives most of it back. Measured:
 * a quarter less memory for 3 % of CPU time in an import, no difference in small requests.
 */
export function keepHeapSteady(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
