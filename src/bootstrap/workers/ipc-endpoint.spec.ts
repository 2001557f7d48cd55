import { EventEmitter } from 'node:events';
import {
  type IpcServiceDescriptor,
  PrimaryWithLocalFallback,
  PeerProcessUnavailable,
} from '../../core/peer-process';
import { type IpcTransport, IpcEndpoint } from './ipc-endpoint';

/** Two connected transports: a message arrives at the other end in a later turn. */
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

const service: IpcServiceDescriptor<Sums> = { name: 'sums', timeoutMs: 50 };

describe('IpcEndpoint', () => {
  let near: IpcEndpoint;
  let far: IpcEndpoint;
  let sums: Sums;

  beforeEach(() => {
    const [one, other] = channels();
    [near, far] = [new IpcEndpoint(one), new IpcEndpoint(other)];
    far.register(service, (sums = new Sums()));
  });

  it('calls services of the other end, repeatedly and in both directions', async () => {
    near.register(service, new Sums());
    const answers = [near.call(service, 'plus', [1, 2]), near.call(service, 'plus', [3, 4])];
    expect(await Promise.all([...answers, far.call(service, 'plus', [5, 6])])).toEqual([3, 7, 11]);
  });

  it('notifies without a response, in order', async () => {
    near.notify(service, 'note', [1]);
    near.notify(service, 'note', [2]);
    await near.call(service, 'plus', [1, 1]);
    expect(sums.noted).toEqual([1, 2]);
  });

  it('reports errors of the other end and unknown services', async () => {
    await expect(near.call(service, 'fail', [])).rejects.toThrow('it does not add up');
    const other = { ...service, name: 'others' };
    await expect(near.call(other, 'plus', [])).rejects.toThrow(
      'The service others is not registered yet',
    );
  });

  it('stops waiting after the timeout and when the other end closes', async () => {
    await expect(near.call(service, 'never', [])).rejects.toThrow(PeerProcessUnavailable);
    const asked = near.call({ ...service, timeoutMs: 60_000 }, 'never', []);
    near.failPendingCalls();
    await expect(asked).rejects.toThrow(PeerProcessUnavailable);
  });

  describe('PrimaryWithLocalFallback', () => {
    const local = (): number => -1;

    it('calls the primary, or locally without a response or a primary', async () => {
      const withFallback = new PrimaryWithLocalFallback(service, near);
      expect(await withFallback.call('plus', [1, 2], local)).toBe(3);
      expect(await withFallback.call('never', [], local)).toBe(-1);
      expect(
        await new PrimaryWithLocalFallback(service, undefined).call('plus', [1, 2], local),
      ).toBe(-1);
      await expect(withFallback.call('fail', [], local)).rejects.toThrow('it does not add up');
    });
  });
});
