import { setImmediate as otherWork } from 'node:timers/promises';
import {
  type Acting,
  acting,
  actingAs,
  hasCallerGone,
  onItsOwn,
  theService,
  within,
} from './acting';

const key = { kind: 'key', id: 3, name: 'Warehouse' } as const;
const action = { kind: 'action', id: 7, name: 'MARK_PAID' } as const;

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
    const line = { destroyed: true };
    const request = { requestId: 'r', operation: 'changeOrderStatus', line };
    within({ actor: key, ...request }, () => {
      expect(actingAs(action, acting)).toEqual({ actor: action, ...request });
      expect(actingAs(action, hasCallerGone)).toBe(true);
      expect(acting().actor).toBe(key);
      expect(onItsOwn(acting)).toEqual({ actor: theService });
      expect(onItsOwn(hasCallerGone)).toBe(false);
    });
    expect(actingAs(action, acting)).toEqual({ actor: action });
  });
});
