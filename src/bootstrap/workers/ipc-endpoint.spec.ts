import { EventEmitter } from 'node:events';
import {
  type IpcService,
  PrimaryWithLocalFallback,
  PrimaryUnavailable,
} from '../../core/primary-process';
import { type IpcTransport, IpcEndpoint } from './ipc-endpoint';

/** Two ends: what one sends comes in at the other one, in a later turn. */
function channels(): [IpcTransport, IpcTransport] {
  const [one, other] = [new EventEmitter(), new EventEmitter()];
  const to = (end: EventEmitter, source: EventEmitter): IpcTransport =>
    Object.assign(source, {
      send: (message: object) => setImmediate(() => end.emit('message', structuredClone(message))),
    });
  return [to(other, one), to(one, other)];
}

class Sums {
  readonly noted: number[] = [];

  plus(one: number, other: number): number {
    return one + other;
  }

  note(value: number): void {
    this.noted.push(value);
  }

  never(): Promise<void> {
    return new Promise(() => undefined);
  }

  fail(): void {
    throw new Error('it does not add up');
  }
}

const desk: IpcService<Sums> = { name: 'sums', timeoutMs: 50 };

describe('Line', () => {
  let near: IpcEndpoint;
  let far: IpcEndpoint;
  let sums: Sums;

  beforeEach(() => {
    const [one, other] = channels();
    [near, far] = [new IpcEndpoint(one), new IpcEndpoint(other)];
    far.register(desk, (sums = new Sums()));
  });

  it('calls what the other end serves, as often as one likes, in both directions', async () => {
    near.register(desk, new Sums());
    const answers = [near.call(desk, 'plus', [1, 2]), near.call(desk, 'plus', [3, 4])];
    expect(await Promise.all([...answers, far.call(desk, 'plus', [5, 6])])).toEqual([3, 7, 11]);
  });

  it('tells without an answer, in order', async () => {
    near.notify(desk, 'note', [1]);
    near.notify(desk, 'note', [2]);
    await near.call(desk, 'plus', [1, 1]);
    expect(sums.noted).toEqual([1, 2]);
  });

  it('says what was thrown there, and what nobody serves', async () => {
    await expect(near.call(desk, 'fail', [])).rejects.toThrow('it does not add up');
    const other = { ...desk, name: 'others' };
    await expect(near.call(other, 'plus', [])).rejects.toThrow('Nobody serves others yet');
  });

  it('waits no longer than it may, and for nobody who is gone', async () => {
    await expect(near.call(desk, 'never', [])).rejects.toThrow(PrimaryUnavailable);
    const asked = near.call({ ...desk, timeoutMs: 60_000 }, 'never', []);
    near.close();
    await expect(asked).rejects.toThrow(PrimaryUnavailable);
  });

  describe('what is kept there', () => {
    const here = (): number => -1;

    it('is asked for there, and here when there is no answer or no primary', async () => {
      const kept = new PrimaryWithLocalFallback(desk, near);
      expect(await kept.call('plus', [1, 2], here)).toBe(3);
      expect(await kept.call('never', [], here)).toBe(-1);
      expect(await new PrimaryWithLocalFallback(desk, undefined).call('plus', [1, 2], here)).toBe(
        -1,
      );
      await expect(kept.call('fail', [], here)).rejects.toThrow('it does not add up');
    });
  });
});
