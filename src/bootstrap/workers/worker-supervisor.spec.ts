import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { Configuration } from '../../config/configuration';
import { WorkerSupervisor } from './worker-supervisor';

/** A worker that does what a spec says. */
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

/** How the primary ended. */
class Exit extends Error {}

describe('Crew', () => {
  let made: Made[];
  let crew: WorkerSupervisor;
  let told: string;

  beforeEach(() => {
    jest.useFakeTimers();
    made = [];
    told = '';
    jest.spyOn(cluster, 'fork').mockImplementation(() => {
      made.push(new Made());
      return made.at(-1) as unknown as Worker;
    });
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Exit(String(code));
    });
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      told += String(text);
      return true;
    });
    const configuration = Configuration.from({
      DATABASE_URL: 'mysql://127.0.0.1/nothing',
      WORKERS: '3',
    });
    crew = new WorkerSupervisor(configuration, pino({ level: 'silent' }), 3000);
    crew.startWorker();
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const at = (index: number): Made => made[index] as Made;
  /** All three take requests. */
  const up = (): void => {
    at(0).listen();
    for (const one of made.slice(1)) one.listen();
  };

  it('starts the others when the first one takes requests', () => {
    expect(made).toHaveLength(1);
    at(0).listen();
    expect(made).toHaveLength(3);
    expect(cluster.fork).toHaveBeenCalledWith({ PORT: '3000' });
  });

  it('ends as the first one does when that can not start, which has said why', () => {
    expect(() => at(0).end(1)).toThrow(new Exit('1'));
    expect(told).toBe('');
  });

  it('says itself that the first one was ended', () => {
    expect(() => at(0).end(null, 'SIGKILL')).toThrow(new Exit('1'));
    expect(told).toBe("The service can't start: its first process ended with SIGKILL\n");
  });

  it('replaces at once what has worked for long, and later and later what has not', () => {
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

  it('gives up when none is left, and five have ended soon', () => {
    up();
    for (const one of [0, 1]) at(one).end(1);
    jest.advanceTimersByTime(300);
    expect(made).toHaveLength(5);
    for (const one of [2, 3]) at(one).end(1);
    expect(() => at(4).end(null, 'SIGSEGV')).toThrow(new Exit('1'));
    expect(told).toMatch(/^The service ends: .+ the last with SIGSEGV\n$/);
  });

  it('has all end in order, once, and ends with the last of them', () => {
    up();
    crew.stop();
    crew.stop();
    for (const { process } of made) expect(process.kill.mock.calls).toEqual([['SIGTERM']]);
    at(0).end(0);
    at(1).end(0);
    expect(() => at(2).end(0)).toThrow(new Exit('0'));
    jest.advanceTimersByTime(20_000);
    expect(made).toHaveLength(3);
  });

  it('ends those hard that do not end in time, and tells it by its code', () => {
    up();
    crew.stop();
    at(0).end(0);
    at(1).end(0);
    jest.advanceTimersByTime(31_000);
    expect(at(2).process.kill.mock.calls).toEqual([['SIGTERM'], ['SIGKILL']]);
    expect(() => at(2).end(null, 'SIGKILL')).toThrow(new Exit('1'));
  });
});
