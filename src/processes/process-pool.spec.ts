import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, nicenessOf } from '../../test/support/servers/child-processes';
import type { SampleInput } from '../../test/support/sample-tasks';
import { type Actor, runInActorContext } from '../core/actor-context';
import { ProcessPool, type ProcessPoolOptions, type TaskError, type ProcessTaskOptions } from '.';

const task = join(__dirname, '../../test/support/sample-tasks');
const MEBIBYTE = 1024 * 1024;

interface ChildReport {
  readonly id: number;
  readonly runs: number;
  readonly environment: readonly string[];
}

// The processes are read from /proc.
(process.platform === 'linux' ? describe : describe.skip)('a pool of processes', () => {
  const pools: ProcessPool[] = [];
  const poolOf = (options: Partial<ProcessPoolOptions> = {}): ProcessPool => {
    const pool = new ProcessPool({
      ...{ size: 1, maxMemoryMib: 300, waitTimeoutMs: 60_000, maxWaiting: 100 },
      ...options,
    });
    pools.push(pool);
    return pool;
  };
  const run = <Output = unknown>(
    pool: ProcessPool,
    input: SampleInput,
    options: Partial<ProcessTaskOptions<unknown>> = {},
  ): Promise<Output> =>
    pool.run<Output, unknown>({ modulePath: task, input }, { timeoutMs: 60_000, ...options });
  const child = (pool: ProcessPool): Promise<ChildReport> => run(pool, { kind: 'process' });
  const started = async (
    pool: ProcessPool,
    input: SampleInput,
    options: Partial<ProcessTaskOptions<unknown>> = {},
  ): Promise<{ readonly result: Promise<unknown> }> => {
    let result: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      result = run(pool, input, { ...options, onStarted: resolve }).catch(
        (error: unknown) => error,
      );
    });
    return { result };
  };
  const folder = mkdtempSync(join(tmpdir(), 'tasks-'));
  afterEach(async () => {
    for (const pool of pools.splice(0)) pool.end();
    while (childrenOf(process.pid).length > 0) await pause(10);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('transfers data in both directions, Buffers as Buffers', async () => {
    const value = {
      bytes: Buffer.from([0, 1, 255]),
      list: [1n, undefined, new Date(0), new Map([['a', { b: [-0] }]])],
    };
    const pool = poolOf();
    expect(await run(pool, { kind: 'echo', value })).toEqual(value);
    const large = Buffer.alloc(20 * MEBIBYTE, 'stuff');
    const back = await run<Buffer>(pool, { kind: 'echo', value: large });
    expect([Buffer.isBuffer(back), back.equals(large)]).toEqual([true, true]);
  });

  it('starts a process with the first task, runs it below the priority of the service, and keeps it', async () => {
    const pool = poolOf();
    expect(childrenOf(process.pid)).toEqual([]);
    const first = await child(pool);
    expect(childrenOf(process.pid)).toEqual([first.id]);
    expect(Math.min(...nicenessOf(first.id))).toBeGreaterThan(getPriority());
    expect(await child(pool)).toMatchObject({ id: first.id, runs: first.runs + 1 });
  });

  it('does not pass on the environment, which contains secrets', async () => {
    expect([...(await child(poolOf())).environment].sort()).toEqual([
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
    ]);
  });

  it('replaces a process whose tasks left half of its memory limit or more', async () => {
    const pool = poolOf();
    const { id } = await child(pool);
    await run(pool, { kind: 'keep', mebibytes: 200 });
    expect(existsSync(`/proc/${id}`)).toBe(true);
    expect(await child(pool)).toMatchObject({ runs: 1 });
    while (existsSync(`/proc/${id}`)) await pause(10);
  });

  it('ends a process that has been idle', async () => {
    const pool = poolOf({ idleTimeoutMs: 100 });
    const { id } = await child(pool);
    while (existsSync(`/proc/${id}`)) await pause(10);
    expect((await child(pool)).id).not.toBe(id);
  });

  it.each<[string, SampleInput, object]>([
    ['a crash', { kind: 'crash' }, { reason: 'crashed', message: 'SIGSEGV' }],
    ['too much memory', { kind: 'hold', mebibytes: 400 }, { reason: 'memory' }],
    ['the deadline', { kind: 'spin' }, { reason: 'deadline' }],
  ])('loses one task and its process at %s, and continues', async (_what, input, failure) => {
    const pool = poolOf();
    const { id } = await child(pool);
    const timeoutMs = input.kind === 'spin' ? 200 : 60_000;
    await expect(run(pool, input, { timeoutMs })).rejects.toMatchObject(failure);
    expect(existsSync(`/proc/${id}`)).toBe(false);
    expect((await child(pool)).runs).toBe(1);
  });

  it('loses one task if its process is killed from outside', async () => {
    const pool = poolOf();
    const { id } = await child(pool);
    const { result } = await started(pool, { kind: 'hang' });
    process.kill(id, 'SIGKILL');
    expect(await result).toMatchObject({ reason: 'crashed', message: 'SIGKILL' });
    expect(await child(pool)).toMatchObject({ runs: 1 });
  });

  it('loses no task if an idle process is killed, noticed or not', async () => {
    const pool = poolOf();
    for (const isKnown of [true, false]) {
      const { id } = await child(pool);
      process.kill(id, 'SIGKILL');
      while (isKnown && existsSync(`/proc/${id}`)) await pause(10);
      expect(await child(pool)).toMatchObject({ runs: 1 });
    }
  });

  it('reports an exception and a module that does not load, and continues', async () => {
    const pool = poolOf();
    const { id } = await child(pool);
    await expect(run(pool, { kind: 'throw' })).rejects.toMatchObject({
      reason: 'failed',
      message: expect.stringContaining('RangeError: Too much') as string,
    });
    expect(await child(pool)).toMatchObject({ id });
    await pool.load(task);
    const missing = { reason: 'missing', message: expect.stringContaining('absent') as string };
    await expect(pool.load(join(__dirname, 'absent'))).rejects.toMatchObject(missing);
    const absent = pool.run(
      { modulePath: join(__dirname, 'absent'), input: 1 },
      { timeoutMs: 1000 },
    );
    await expect(absent).rejects.toMatchObject(missing);
    expect(await child(pool)).toMatchObject({ runs: 1 });
  });

  it('ends the process of an aborted task, and starts none for a task that is aborted while waiting', async () => {
    const pool = poolOf();
    const { id } = await child(pool);
    const [first, second] = [new AbortController(), new AbortController()];
    const { result } = await started(pool, { kind: 'spin' }, { signal: first.signal });
    const waiting = run(pool, { kind: 'spin' }, { signal: second.signal });
    second.abort();
    await expect(waiting).rejects.toMatchObject({ reason: 'aborted' });
    expect(existsSync(`/proc/${id}`)).toBe(true);
    first.abort();
    expect(await result).toMatchObject({ reason: 'aborted' });
    expect(existsSync(`/proc/${id}`)).toBe(false);
    const late = run(pool, { kind: 'spin' }, { signal: first.signal });
    await expect(late).rejects.toMatchObject({ reason: 'aborted' });
    expect(childrenOf(process.pid)).toEqual([]);
  });

  it('runs as many tasks at once as it has processes, and an exclusive task alone', async () => {
    const pool = poolOf({ size: 2 });
    const files = [1, 2, 3].map((number) => join(folder, `end-${number}`));
    const [one, two, alone] = files as [string, string, string];
    const both = [
      await started(pool, { kind: 'wait', file: one }),
      await started(pool, { kind: 'wait', file: two }),
    ];
    let hasStarted = false;
    const last = run(
      pool,
      { kind: 'wait', file: alone },
      { isExclusive: true, onStarted: () => void (hasStarted = true) },
    );
    writeFileSync(alone, '');
    writeFileSync(one, '');
    await both[0]!.result;
    await pause(50);
    expect(hasStarted).toBe(false);
    writeFileSync(two, '');
    await both[1]!.result;
    await last;
    expect(childrenOf(process.pid)).toHaveLength(2);
    const many = Array.from({ length: 30 }, (_, value) => run(pool, { kind: 'echo', value }));
    expect(await Promise.all(many)).toEqual(Array.from({ length: 30 }, (_, value) => value));
    expect(childrenOf(process.pid)).toHaveLength(2);
  });

  it('lets callers take turns, and refuses tasks if too many wait or one waits too long', async () => {
    const pool = poolOf({ maxWaiting: 3, waitTimeoutMs: 500 });
    const file = join(folder, 'turns');
    const held = await started(pool, { kind: 'wait', file });
    const order: string[] = [];
    const as = (id: number, name: string): Promise<unknown> => {
      const actor: Actor = { kind: 'key', id, name };
      return runInActorContext({ actor }, () => run(pool, { kind: 'echo', value: name })).then(
        () => order.push(name),
        (error: unknown) => order.push(`${name} ${(error as TaskError).reason}`),
      );
    };
    const waiting = [as(1, 'a'), as(1, 'b'), as(1, 'c'), as(2, 'd')];
    await waiting[2];
    expect(order).toEqual(['c busy']);
    writeFileSync(file, '');
    await Promise.all([held.result, ...waiting]);
    expect(order).toEqual(['c busy', 'a', 'd', 'b']);
    await started(pool, { kind: 'hang' });
    await as(3, 'e');
    expect(order.at(-1)).toBe('e busy');
  });

  it('passes parts one by one, and ends the task if one is not handled', async () => {
    const pool = poolOf();
    const { id } = await child(pool);
    const parts: unknown[] = [];
    let taking = 0;
    const onPart = async (part: unknown): Promise<void> => {
      taking += 1;
      expect(taking).toBe(1);
      await pause(5);
      parts.push(part);
      taking -= 1;
    };
    const sent = [Buffer.from('a'), { b: 2 }, 'c'];
    expect(await run(pool, { kind: 'parts', parts: sent }, { onPart })).toBe(3);
    expect(parts).toEqual(sent);
    const refused = run(
      pool,
      { kind: 'parts', parts: sent },
      { onPart: () => Promise.reject(new Error('The disk is full')) },
    );
    await expect(refused).rejects.toThrow('The disk is full');
    expect((await child(pool)).id).not.toBe(id);
  });

  it("ends a process if all together hold too much, and applies a task's own memory limit", async () => {
    let isShort = false;
    const pool = poolOf({ isWithinTotalMemory: (bytes) => !isShort || bytes < 10 * MEBIBYTE });
    const { result } = await started(pool, { kind: 'hang' });
    isShort = true;
    expect(await result).toMatchObject({ reason: 'shortage' });
    isShort = false;
    const bounded = run(pool, { kind: 'hang' }, { getMaxMemoryMib: () => 1 });
    await expect(bounded).rejects.toMatchObject({ reason: 'memory' });
    expect(await run(pool, { kind: 'echo', value: 1 })).toBe(1);
  });

  it('ends its processes and their tasks with the service', async () => {
    const pool = poolOf({ size: 2 });
    const spinning = await started(pool, { kind: 'spin' });
    await child(pool);
    expect(childrenOf(process.pid)).toHaveLength(2);
    pool.end();
    expect(await spinning.result).toMatchObject({ reason: 'aborted' });
    while (childrenOf(process.pid).length > 0) await pause(10);
    await expect(child(pool)).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('ends a process whose service is killed', async () => {
    const script = `
      const { ProcessPool } = require(${JSON.stringify(__dirname)});
      const modulePath = ${JSON.stringify(task)};
      const pool = new ProcessPool({ size: 1, maxMemoryMib: 300, waitTimeoutMs: 60_000, maxWaiting: 1 });
      pool.run({ modulePath, input: { kind: 'process' } }, { timeoutMs: 60_000 }).then(({ id }) => {
        void pool.run({ modulePath, input: { kind: 'hang' } }, { timeoutMs: 60_000, onStarted: () => console.log(id) });
      });
    `;
    const hook = join(__dirname, '../../test/support/jest/typescript.cjs');
    // Through standard input: child processes would inherit a script from the arguments.
    const service = spawn(process.execPath, ['--require', hook, '-']);
    service.stdin.end(script);
    const [id] = (await once(service.stdout, 'data')) as [Buffer];
    service.kill('SIGKILL');
    while (existsSync(`/proc/${Number(id)}`)) await pause(10);
    expect(Number(id)).toBeGreaterThan(1);
  });

  it('leaves signals of a terminal to the service', async () => {
    const pool = poolOf();
    const { id } = await child(pool);
    const file = join(folder, 'signals');
    const { result } = await started(pool, { kind: 'wait', file });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(id, signal);
    await pause(100);
    writeFileSync(file, '');
    expect(await result).toBeGreaterThan(1);
  });
});
