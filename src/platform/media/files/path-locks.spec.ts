import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { cases } from '../../../../test/support/random/cases';
import { type FilePath, parsePath } from './file-path';
import { InProcessPathLocks, hasOverlap } from './path-locks';

const path = (text: string): FilePath => parsePath(text, '/path');

describe('Locks', () => {
  it.each([
    [['a'], ['a'], true],
    [['a/b'], ['a'], true],
    [['a'], ['a/b/c'], true],
    [['x', 'a/b'], ['y', 'a'], true],
    [['a/b'], ['a/bc'], false],
    [['a/b'], ['a/c', 'ab'], false],
    [[], ['a'], false],
  ])('on %j and %j overlap: %j', (some, others, expected) => {
    expect(hasOverlap(some.map(path), others.map(path))).toBe(expected);
  });
});

describe('InProcessPathLocks', () => {
  it('serializes work on overlapping paths, runs all other work concurrently, and never deadlocks', async () => {
    const name = fc.constantFrom('a', 'a/b', 'a/b/c', 'b', 'b/c', 'ab', 'c');
    const works = fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(works, async (all) => {
        const locks = new InProcessPathLocks();
        const inside = new Set<readonly FilePath[]>();
        const order: number[] = [];
        await Promise.all(
          all.map((names, index) => {
            const paths = names.map(path);
            return locks.withLock(paths, async () => {
              expect([...inside].filter((others) => hasOverlap(others, paths))).toEqual([]);
              inside.add(paths);
              order.push(index);
              await pause(0);
              inside.delete(paths);
            });
          }),
        );
        expect(order).toHaveLength(all.length);
        all.forEach((names, index) => {
          const later = all.findIndex(
            (others, other) => other > index && hasOverlap(others.map(path), names.map(path)),
          );
          if (later >= 0) expect(order.indexOf(index)).toBeLessThan(order.indexOf(later));
        });
      }),
      { numRuns: cases(20, 60) },
    );
  });

  it('times out without blocking others', async () => {
    const locks = new InProcessPathLocks(30);
    let end = (): void => undefined;
    const first = locks.withLock(
      [path('a')],
      () => new Promise<void>((resolve) => (end = resolve)),
    );
    let ran = false;
    const second = locks.withLock([path('a/b')], async () => {
      ran = true;
    });
    await expect(second).rejects.toMatchObject({ code: 'fileStore.busy', status: 503 });
    await locks.withLock([path('b')], async () => undefined);
    end();
    await first;
    expect(await locks.withLock([path('a/b')], async () => 'free')).toBe('free');
    expect(ran).toBe(false);
  });

  it('releases the lock when the work fails', async () => {
    const locks = new InProcessPathLocks();
    const broken = new Error('broken');
    await expect(locks.withLock([path('a')], () => Promise.reject(broken))).rejects.toBe(broken);
    expect(await locks.withLock([path('a')], async () => 1)).toBe(1);
  });
});
