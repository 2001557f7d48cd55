import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import {
  type ActorContext,
  getActorContext,
  runAs,
  getCaller,
  isRequestAborted,
  type ClientConnection,
  runAsSystem,
  systemActor,
  abortOnDisconnect,
  runInActorContext,
} from './actor-context';

const key = { kind: 'key', id: 3, name: 'Warehouse' } as const;
const action = { kind: 'action', id: 7, name: 'MARK_PAID' } as const;

/** A connection whose client has disconnected. */
function closedConnection(): ClientConnection {
  return Object.assign(new EventEmitter(), { destroyed: true });
}

describe('the actor context', () => {
  it('is the service itself without a request', () => {
    expect(getActorContext()).toEqual({ actor: systemActor });
    expect(isRequestAborted()).toBe(false);
  });

  it('lasts for the whole work, including its asynchronous parts', async () => {
    const seen = await Promise.all(
      [1, 2, 3].map((id) =>
        runInActorContext({ actor: { ...key, id } }, async () => {
          await setImmediate();
          await Promise.all([setImmediate(), setImmediate()]);
          return getActorContext().actor.id;
        }),
      ),
    );
    expect(seen).toEqual([1, 2, 3]);
    expect(getActorContext().actor).toBe(systemActor);
  });

  it('shows information that is set later', () => {
    const request: { -readonly [K in keyof ActorContext]: ActorContext[K] } = {
      actor: systemActor,
    };
    runInActorContext(request, () => {
      request.actor = key;
      request.operationId = 'getOrder';
      expect(getActorContext()).toEqual({ actor: key, operationId: 'getOrder' });
    });
  });

  it('may have another actor for a part of the work of the same request', () => {
    const known = { requestId: 'r', trace: 't', operationId: 'changeOrderStatus' };
    const request = { ...known, connection: closedConnection(), isAbortable: true };
    runInActorContext({ actor: key, ...request }, () => {
      expect(runAs(action, getActorContext)).toEqual({ actor: action, caller: key, ...request });
      const byBoth = runAs({ ...action, kind: 'import' }, () => runAs(action, getActorContext));
      expect([getCaller(byBoth), getCaller(getActorContext())]).toEqual([key, key]);
      expect(runAs(action, isRequestAborted)).toBe(true);
      expect(getActorContext().actor).toBe(key);
      expect(runAsSystem(getActorContext)).toEqual({ actor: systemActor });
      expect(runAsSystem(isRequestAborted)).toBe(false);
    });
    expect(runAs(action, getActorContext)).toEqual({ actor: action, caller: systemActor });
  });

  it('aborts work on disconnection, and stops listening after it', async () => {
    const connection = Object.assign(new EventEmitter(), { destroyed: false });
    const states = await runInActorContext({ actor: key, connection }, () =>
      abortOnDisconnect(async (signal) => {
        const before = signal.aborted;
        connection.emit('close');
        await setImmediate();
        return [before, signal.aborted, isRequestAborted()];
      }),
    );
    expect(states).toEqual([false, true, false]);
    expect(connection.listenerCount('close')).toBe(0);
    const isGone = (signal: AbortSignal): Promise<boolean> => Promise.resolve(signal.aborted);
    expect(
      await runInActorContext({ actor: key, connection: closedConnection() }, () =>
        abortOnDisconnect(isGone),
      ),
    ).toBe(true);
    expect(await abortOnDisconnect(isGone)).toBe(false);
  });
});
