import { EventEmitter, once } from 'node:events';
import type { Request } from 'express';
import { runInActorContext } from '../../core/actor-context';
import { HeavyWorkAdmission, ReadAdmissionStep } from './admission.step';
import type { HttpExchange } from './pipeline-step';

describe('HEAVY work', () => {
  const ends = new EventEmitter();
  const request = { socket: { destroyed: false } } as Request;

  it('of one caller leaves room for that of others, however long it takes', async () => {
    const admission = new HeavyWorkAdmission();
    const begun: string[] = [];
    const send = (id: number, name: string): Promise<unknown> =>
      runInActorContext({ actor: { kind: 'key', id, name } }, () =>
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

describe('reads of records', () => {
  const ends = new EventEmitter();
  const large = 'x'.repeat(2 * 1024 * 1024);
  const begun: string[] = [];

  function send(step: ReadAdmissionStep, id: number, path: string, body: string) {
    const request = { path, socket: { destroyed: false } };
    return runInActorContext({ actor: { kind: 'key', id, name: '' } }, () =>
      step.intercept({ request } as unknown as HttpExchange, async () => {
        begun.push(path);
        await once(ends, 'end');
        return body;
      }),
    );
  }

  async function finish(reads: Promise<unknown>[]): Promise<void> {
    const timer = setInterval(() => ends.emit('end'), 1);
    await Promise.all(reads);
    clearInterval(timer);
    begun.length = 0;
  }

  it('of one caller leave room for those of others', async () => {
    const step = new ReadAdmissionStep();
    const reads = Array.from({ length: 12 }, () => send(step, 1, '/small', '{}'));
    reads.push(send(step, 2, '/other', '{}'));
    await new Promise(setImmediate);
    expect(begun).toEqual(['/small', '/small', '/small', '/small', '/other']);
    await finish(reads);
  });

  it('run one at a time while they are large', async () => {
    const step = new ReadAdmissionStep();
    await finish([send(step, 1, '/large', large)]);
    const reads = Array.from({ length: 12 }, () => send(step, 1, '/large', '{}'));
    reads.push(send(step, 2, '/other', '{}'));
    await new Promise(setImmediate);
    expect(begun).toEqual(['/large', '/other']);
    await finish(reads);
    const later = Array.from({ length: 4 }, () => send(step, 1, '/large', '{}'));
    await new Promise(setImmediate);
    expect(begun).toEqual(['/large', '/large', '/large', '/large']);
    await finish(later);
  });
});
