import { standingFor, StandIns } from './stand-ins';

describe('StandIns', () => {
  it('are known until they are released, each for its own bytes', () => {
    const [one, other] = [Buffer.from('one'), Buffer.from('other')];
    const standIns = new StandIns();
    const text = standIns.of(one);
    expect(standingFor(text)).toBe(one);
    expect(standingFor(standIns.of(other))).toBe(other);
    standIns.release();
    expect(standingFor(text)).toBeUndefined();
  });

  it('are no texts that somebody sends', () => {
    expect(standingFor('decoded:0')).toBeUndefined();
    expect(standingFor('aGVsbG8=')).toBeUndefined();
  });
});
