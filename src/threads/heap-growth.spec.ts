import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Creates old garbage twice: in a small process, and in one with much memory outside of its heap. */
const script = `
const { constants, PerformanceObserver } = require('node:perf_hooks');
const { setTimeout: pause, setImmediate: turn } = require('node:timers/promises');
const { limitHeapGrowth } = require(${JSON.stringify(join(__dirname, 'heap-growth.ts'))});
let sweeps = 0;
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries())
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) sweeps++;
}).observe({ entryTypes: ['gc'] });
const ring = Array.from({ length: 250_000 }, (_, at) => ({ at: [at] }));
async function sweepsOfGarbage() {
  sweeps = 0;
  for (let at = 0; at < 4_000_000; at++) {
    ring[at % ring.length] = { at: [at] };
    if (at % 10_000 === 0) await turn();
  }
  await pause(50);
  return sweeps;
}
const [kind, mebibytes] = process.argv.slice(1);
(async () => {
  limitHeapGrowth(kind);
  await sweepsOfGarbage();
  const small = await sweepsOfGarbage();
  const held = Buffer.alloc(mebibytes * 1024 * 1024, 1);
  await pause(1500);
  const large = await sweepsOfGarbage();
  process.stdout.write(JSON.stringify({ small, large, held: held.length }));
  process.exit();
})();
`;

describe('the heap of a process', () => {
  it.each([
    ['service', 350],
    ['command', 200],
  ])('is collected more often while the process, a %s, is large', (kind, mebibytes) => {
    const hook = join(__dirname, '../../test/support/jest/typescript.cjs');
    const args = ['--require', hook, '-e', script, kind, String(mebibytes)];
    const told = execFileSync(process.execPath, args, { encoding: 'utf8' });
    const { small, large } = JSON.parse(told) as { small: number; large: number };
    expect(small).toBeGreaterThan(0);
    expect(large).toBeGreaterThan(1.2 * small);
  });
});
