import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { Configuration } from '../../config/configuration';
import { WorkerSupervisor } from './worker-supervisor';

/** A worker that the specs control. */
class Made extends EventEmitter {
  readonly process = Object.assign(new EventEmitter(), {
    pid: 4711,
    send: jest.fn(),
    kill: jest.fn(),
  });
  readonly send = jest.fn();

  listen(): void {
    this.emit('listening');
  }

  end(code: number | null, signal: string | null = null): void {
    this.emit('exit', code, signal);
  }
}

/** The exit of the primary, with its code. */
class Exit extends Error {}

describe('WorkerSupervisor', () => {
  let made: Made[];
  let supervisor: WorkerSupervisor;
  let output: string;

  beforeEach(() => {
    jest.useFakeTimers();
    made = [];
    output = '';
    jest.spyOn(cluster, 'fork').mockImplementation(() => {
      made.push(new Made());
      return made.at(-1) as unknown as Worker;
    });
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Exit(String(code));
    });
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
    const configuration = Configuration.from({
      DATABASE_URL: 'mysql://127.0.0.1/nothing',
      WORKERS: '3',
    });
    supervisor = new WorkerSupervisor(configuration, pino({ level: 'silent' }), 3000);
    supervisor.startWorker();
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const at = (index: number): Made => made[index] as Made;
  /** All three workers listen. */
  const up = (): void => {
    at(0).listen();
    for (const one of made.slice(1)) one.listen();
  };

  it('starts the other workers when the first one listens', () => {
    expect(made).toHaveLength(1);
    at(0).listen();
    expect(made).toHaveLength(3);
    expect(cluster.fork).toHaveBeenCalledWith({ PORT: '3000' });
  });

  it('exits with the code of the first worker if that fails to start', () => {
    expect(() => at(0).end(1)).toThrow(new Exit('1'));
    expect(output).toBe('');
  });

  it('reports that the first worker was killed', () => {
    expect(() => at(0).end(null, 'SIGKILL')).toThrow(new Exit('1'));
    expect(output).toBe("The service can't start: its first process ended with SIGKILL\n");
  });

  it('replaces a worker immediately after a long run, with growing delays after short ones', () => {
    up();
    jest.advanceTimersByTime(60_000);
    at(1).end(null, 'SIGKILL');
    jest.advanceTimersByTime(0);
    expect(made).toHaveLength(4);
    const pauses = Array.from({ length: 9 }, () => {
      const before = made.length;
      at(before - 1).end(1);
      let waited = 0;
      for (; made.length === before; waited += 100) jest.advanceTimersByTime(100);
      return waited;
    });
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  });

  it('gives up after five short runs if no worker is left', () => {
    up();
    for (const one of [0, 1]) at(one).end(1);
    jest.advanceTimersByTime(300);
    expect(made).toHaveLength(5);
    for (const one of [2, 3]) at(one).end(1);
    expect(() => at(4).end(null, 'SIGSEGV')).toThrow(new Exit('1'));
    expect(output).toMatch(/^The service stops: .+ the last one with SIGSEGV\n$/);
  });

  it('stops all workers once, and exits after the last of them', () => {
    up();
    supervisor.stop();
    supervisor.stop();
    for (const { process } of made) expect(process.kill.mock.calls).toEqual([['SIGTERM']]);
    at(0).end(0);
    at(1).end(0);
    expect(() => at(2).end(0)).toThrow(new Exit('0'));
    jest.advanceTimersByTime(20_000);
    expect(made).toHaveLength(3);
  });

  it('kills workers that do not stop in time, and exits with 1', () => {
    up();
    supervisor.stop();
    at(0).end(0);
    at(1).end(0);
    jest.advanceTimersByTime(31_000);
    expect(at(2).process.kill.mock.calls).toEqual([['SIGTERM'], ['SIGKILL']]);
    expect(() => at(2).end(null, 'SIGKILL')).toThrow(new Exit('1'));
  });
});
