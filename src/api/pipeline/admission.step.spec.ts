import { EventEmitter, once } from 'node:events';
import type { Request } from 'express';
import { runInContext } from '../../core/actor-context';
import { HeavyWorkAdmission } from './admission.step';

describe('HEAVY work', () => {
  const ends = new EventEmitter();
  const request = { socket: { destroyed: false } } as Request;

  it('of one caller leaves room for that of others, however long it takes', async () => {
    const admission = new HeavyWorkAdmission();
    const begun: string[] = [];
    const send = (id: number, name: string): Promise<unknown> =>
      runInContext({ actor: { kind: 'key', id, name } }, () =>
        admission.run(request, async () => {
          begun.push(name);
          await once(ends, 'end');
        }),
      );
    const slow = Array.from({ length: 12 }, () => send(1, 'slow'));
    const other = send(2, 'other');
    await new Promise(setImmediate);
    expect(begun).toEqual(['slow', 'slow', 'slow', 'slow', 'other']);
    const all = Promise.all([...slow, other]);
    const timer = setInterval(() => ends.emit('end'), 1);
    await all;
    clearInterval(timer);
    expect(begun).toHaveLength(13);
  });
});
