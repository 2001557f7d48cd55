import { EventEmitter } from 'node:events';
import { setImmediate as otherWork } from 'node:timers/promises';
import {
  type ActorContext,
  currentContext,
  runAs,
  getCaller,
  isRequestAborted,
  type ClientConnection,
  runAsSystem,
  systemActor,
  abortOnDisconnect,
  runInContext,
} from './actor-context';

const key = { kind: 'key', id: 3, name: 'Warehouse' } as const;
const action = { kind: 'action', id: 7, name: 'MARK_PAID' } as const;

/** A connection that its client has closed. */
function gone(): ClientConnection {
  return Object.assign(new EventEmitter(), { destroyed: true });
}

describe('acting', () => {
  it('is the service itself where nobody has asked for the work', () => {
    expect(currentContext()).toEqual({ actor: systemActor });
    expect(isRequestAborted()).toBe(false);
  });

  it('lasts as long as the work, through all that it waits for', async () => {
    const seen = await Promise.all(
      [1, 2, 3].map((id) =>
        runInContext({ actor: { ...key, id } }, async () => {
          await otherWork();
          await Promise.all([otherWork(), otherWork()]);
          return currentContext().actor.id;
        }),
      ),
    );
    expect(seen).toEqual([1, 2, 3]);
    expect(currentContext().actor).toBe(systemActor);
  });

  it('shows what becomes known of a request later', () => {
    const request: { -readonly [K in keyof ActorContext]: ActorContext[K] } = {
      actor: systemActor,
    };
    runInContext(request, () => {
      request.actor = key;
      request.operation = 'getOrder';
      expect(currentContext()).toEqual({ actor: key, operation: 'getOrder' });
    });
  });

  it('is somebody else for a part of the work, and still for the same request', () => {
    const known = { requestId: 'r', trace: 't', operation: 'changeOrderStatus' };
    const request = { ...known, connection: gone(), isAbortable: true };
    runInContext({ actor: key, ...request }, () => {
      expect(runAs(action, currentContext)).toEqual({ actor: action, caller: key, ...request });
      const byBoth = runAs({ ...action, kind: 'import' }, () => runAs(action, currentContext));
      expect([getCaller(byBoth), getCaller(currentContext())]).toEqual([key, key]);
      expect(runAs(action, isRequestAborted)).toBe(true);
      expect(currentContext().actor).toBe(key);
      expect(runAsSystem(currentContext)).toEqual({ actor: systemActor });
      expect(runAsSystem(isRequestAborted)).toBe(false);
    });
    expect(runAs(action, currentContext)).toEqual({ actor: action, caller: systemActor });
  });

  it('tells work whether it is still awaited, while it goes on and no longer', async () => {
    const line = Object.assign(new EventEmitter(), { destroyed: false });
    const told = await runInContext({ actor: key, connection: line }, () =>
      abortOnDisconnect(async (signal) => {
        const before = signal.aborted;
        line.emit('close');
        await otherWork();
        return [before, signal.aborted, isRequestAborted()];
      }),
    );
    expect(told).toEqual([false, true, false]);
    expect(line.listenerCount('close')).toBe(0);
    const isGone = (signal: AbortSignal): Promise<boolean> => Promise.resolve(signal.aborted);
    expect(
      await runInContext({ actor: key, connection: gone() }, () => abortOnDisconnect(isGone)),
    ).toBe(true);
    expect(await abortOnDisconnect(isGone)).toBe(false);
  });
});
