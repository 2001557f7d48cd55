import { EventEmitter } from 'node:events';
import { setImmediate as otherWork } from 'node:timers/promises';
import {
  type Acting,
  acting,
  actingAs,
  callerOf,
  hasCallerGone,
  type CallerLine,
  onItsOwn,
  theService,
  whileAwaited,
  within,
} from './acting';

const key = { kind: 'key', id: 3, name: 'Warehouse' } as const;
const action = { kind: 'action', id: 7, name: 'MARK_PAID' } as const;

/** A connection that its client has closed. */
function gone(): CallerLine {
  return Object.assign(new EventEmitter(), { destroyed: true });
}

describe('acting', () => {
  it('is the service itself where nobody has asked for the work', () => {
    expect(acting()).toEqual({ actor: theService });
    expect(hasCallerGone()).toBe(false);
  });

  it('lasts as long as the work, through all that it waits for', async () => {
    const seen = await Promise.all(
      [1, 2, 3].map((id) =>
        within({ actor: { ...key, id } }, async () => {
          await otherWork();
          await Promise.all([otherWork(), otherWork()]);
          return acting().actor.id;
        }),
      ),
    );
    expect(seen).toEqual([1, 2, 3]);
    expect(acting().actor).toBe(theService);
  });

  it('shows what becomes known of a request later', () => {
    const request: { -readonly [K in keyof Acting]: Acting[K] } = { actor: theService };
    within(request, () => {
      request.actor = key;
      request.operation = 'getOrder';
      expect(acting()).toEqual({ actor: key, operation: 'getOrder' });
    });
  });

  it('is somebody else for a part of the work, and still for the same request', () => {
    const known = { requestId: 'r', trace: 't', operation: 'changeOrderStatus' };
    const request = { ...known, line: gone(), mayEnd: true };
    within({ actor: key, ...request }, () => {
      expect(actingAs(action, acting)).toEqual({ actor: action, caller: key, ...request });
      const byBoth = actingAs({ ...action, kind: 'import' }, () => actingAs(action, acting));
      expect([callerOf(byBoth), callerOf(acting())]).toEqual([key, key]);
      expect(actingAs(action, hasCallerGone)).toBe(true);
      expect(acting().actor).toBe(key);
      expect(onItsOwn(acting)).toEqual({ actor: theService });
      expect(onItsOwn(hasCallerGone)).toBe(false);
    });
    expect(actingAs(action, acting)).toEqual({ actor: action, caller: theService });
  });

  it('tells work whether it is still awaited, while it goes on and no longer', async () => {
    const line = Object.assign(new EventEmitter(), { destroyed: false });
    const told = await within({ actor: key, line }, () =>
      whileAwaited(async (signal) => {
        const before = signal.aborted;
        line.emit('close');
        await otherWork();
        return [before, signal.aborted, hasCallerGone()];
      }),
    );
    expect(told).toEqual([false, true, false]);
    expect(line.listenerCount('close')).toBe(0);
    const isGone = (signal: AbortSignal): Promise<boolean> => Promise.resolve(signal.aborted);
    expect(await within({ actor: key, line: gone() }, () => whileAwaited(isGone))).toBe(true);
    expect(await whileAwaited(isGone)).toBe(false);
  });
});
