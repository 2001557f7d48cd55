import { measureImpacts } from './strikes';
import type { SentRequest } from './sent-request';

const answeredAt = (...ends: number[]): SentRequest[] =>
  ends.map((end) => ({ end }) as SentRequest);
const strike = { begin: 1_000, end: 5_000 };

describe('what clients have felt of a fault', () => {
  it('is the longest time without an answer from its beginning on', () => {
    const sent = answeredAt(100, 900, 1_500, 4_000, 4_100, Infinity);
    expect(measureImpacts({ sent, troubles: [] }, [strike], 4_200)[0]?.silence).toBe(2.5);
  });

  it('goes on to the end of the clients when nothing is answered any more', () => {
    expect(
      measureImpacts({ sent: answeredAt(1_200), troubles: [] }, [strike], 9_000)[0]?.silence,
    ).toBe(7.8);
  });

  it('leaves out what is long after it', () => {
    const sent = answeredAt(1_500, 2_000, 14_900, 40_000);
    expect(measureImpacts({ sent, troubles: [] }, [strike], 40_000)[0]?.silence).toBe(12.9);
  });

  it('counts attempts by their outcome, and reports when the last was', () => {
    const troubles = [503, 503, 409, 0].map((status, at) => ({
      ...{ at: 1_100 + 1_000 * at, status, what: 'order.create' },
    }));
    expect(measureImpacts({ sent: [], troubles }, [strike], 1_000)[0]).toMatchObject({
      ...{ unavailable: 2, inProgress: 1, lost: 1, calmAfter: 3.1 },
    });
  });

  it('gets each of several faults, until the next one', () => {
    const troubles = [1_500, 6_500, 18_000].map((at) => ({ at, status: 503, what: 'order.move' }));
    const [first, second] = measureImpacts(
      { sent: answeredAt(2_000, 7_000, 8_000), troubles },
      [strike, { begin: 6_000, end: 7_000 }],
      9_000,
    );
    expect(first).toMatchObject({ silence: 4, calmAfter: 0.5, unavailable: 1, late: [] });
    expect(second).toMatchObject({ silence: 1, calmAfter: 12, late: ['12 s: order.move'] });
  });
});
