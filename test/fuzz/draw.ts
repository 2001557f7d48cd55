import fc from 'fast-check';
import { Dice } from '../support/random/generated-store';

/** Draws from a seed: the same seed draws the same, whatever is drawn from. */
export class Draw extends Dice {
  /** A value of an arbitrary of fast-check, its edge cases often. */
  of<T>(arbitrary: fc.Arbitrary<T>): T {
    const [value] = fc.sample(arbitrary, { numRuns: 1, seed: this.between(0, 0x7fffffff) });
    return value as T;
  }

  /** Some of the items, each with the same probability, in their order. */
  some<T>(items: readonly T[], probability: number): T[] {
    return items.filter(() => this.chance(probability));
  }
}
