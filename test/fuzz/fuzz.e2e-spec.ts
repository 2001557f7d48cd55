import { Fuzzer, type Outcome } from './fuzzer';
import { report } from './report';
import { targetHere } from './target';

/** Any number; a longer run with others is `npm run fuzz`. */
const SEED = 1;
const REQUESTS = 430;

describe('made-up requests', () => {
  let outcome: Outcome;

  beforeAll(async () => {
    const target = await targetHere();
    try {
      const fuzzer = await Fuzzer.over(target, SEED);
      outcome = await fuzzer.run(REQUESTS);
      fuzzer.stop();
    } finally {
      await target.stop();
    }
  }, 300_000);

  it('are answered as documented, and change nothing when they are refused', () => {
    if (outcome.problems.length > 0) throw new Error(report(outcome));
    expect(outcome.requests).toBeGreaterThanOrEqual(REQUESTS);
  });

  it('reach every operation, and are mostly accepted where the document allows them', () => {
    const counts = [...outcome.responseCounts.valid.values()].map(({ statuses }) => [...statuses]);
    const all = counts.flat();
    const accepted = all
      .filter(([status]) => status < 400)
      .reduce((sum, [, count]) => sum + count, 0);
    expect(outcome.responseCounts.valid.size).toBe(outcome.operations.length);
    expect(accepted).toBeGreaterThan(0.8 * all.reduce((sum, [, count]) => sum + count, 0));
  });
});
