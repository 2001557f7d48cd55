import { currentCallerKey } from '../core/actor-context';
import { FairSemaphore } from '../core/fair-semaphore';
import { type Task, TaskError, type TaskMessage } from './task';
import { START_TIMEOUT_MS, TaskProcess, type TaskResult } from './task-process';

const BYTES_PER_MIB = 1024 * 1024;

/** Interval between two checks of the memory of processes with a task. */
const MEMORY_CHECK_INTERVAL_MS = 10;

/** How long a process stays without a task, unless the pool says otherwise. */
const IDLE_MS = 5_000;

export interface ProcessPoolOptions {
  /** Processes at most; each runs one task at a time. */
  readonly size: number;
  /** Resident memory that a process may hold with a task, in MiB; held on Linux. */
  readonly memoryMib: number;
  /** JavaScript heap of a process, in MiB; the system's default when absent. */
  readonly heapMib?: number;
  /** How long a task may wait for a process, in milliseconds. */
  readonly waitTimeoutMs: number;
  /** Tasks that may wait; each holds its input. Beyond that the caller with the most waiting loses its last one. */
  readonly maxWaiting: number;
  /** How long a process stays without a task, in milliseconds. */
  readonly idleMs?: number;
  /**
   * Whether there is enough memory for what all processes hold together, in bytes. Where there isn't, one ends with
   * `shortage`.
   */
  readonly isWithinTotal?: (residentBytes: number) => boolean;
}

export interface ProcessTaskOptions<Part = never> {
  /** How long the task may run, in milliseconds. */
  readonly deadlineMs: number;
  /** Ends the task or its wait, and the process with it. */
  readonly signal?: AbortSignal | undefined;
  /** Runs alone: no other task of the pool runs at the same time. */
  readonly isAlone?: boolean;
  /** Resident memory that the process may hold, in MiB, instead of the pool's; asked for when the task's turn comes. */
  readonly memoryMib?: () => number;
  /** Called once the process has all of the input: large Buffers of it can be discarded. */
  readonly onStarted?: () => void;
  /** Takes a part of the result; the task waits until it has resolved. An error that it throws ends the task. */
  readonly onPart?: (part: Part) => Promise<void>;
}

/**
 * Child processes for native code and untrusted input. They start with the first task and end when idle, when the pool
 * or the service ends, at a task's deadline and beyond their memory. A crash costs the task that caused it.
 */
export class ProcessPool {
  private readonly semaphore: FairSemaphore;
  private readonly idle = new Map<TaskProcess, NodeJS.Timeout>();
  private readonly busy = new Set<TaskProcess>();
  private isEnded = false;

  constructor(private readonly options: ProcessPoolOptions) {
    const { size, maxWaiting } = options;
    this.semaphore = new FairSemaphore(size, { maxWaiting });
  }

  /**
   * Runs a task in turn with those of other callers.
   * @returns the task's output
   * @throws TaskError, what `onPart` throws
   */
  async run<Output, Part = never>(task: Task, options: ProcessTaskOptions<Part>): Promise<Output> {
    const onPart = options.onPart as ProcessTaskOptions<unknown>['onPart'];
    return (await this.runQueued({ kind: 'run', ...task }, { ...options, onPart })) as Output;
  }

  /** Loads the module of a task without running it. @throws TaskError `missing` where it doesn't load, `busy` */
  async load(task: string): Promise<void> {
    await this.runQueued({ kind: 'load', task }, { deadlineMs: START_TIMEOUT_MS });
  }

  /** Ends all processes, and their tasks with `aborted`. */
  end(): void {
    this.isEnded = true;
    for (const child of [...this.busy, ...this.idle.keys()]) child.kill('aborted');
    for (const timer of this.idle.values()) clearTimeout(timer);
    this.idle.clear();
  }

  private async runQueued(
    message: TaskMessage,
    options: ProcessTaskOptions<unknown>,
  ): Promise<unknown> {
    const { size, waitTimeoutMs } = this.options;
    const caller = currentCallerKey();
    const permits = options.isAlone === true ? size : 1;
    const { signal } = options;
    const isMine = await this.semaphore.acquire(caller, {
      timeoutMs: waitTimeoutMs,
      permits,
      signal,
    });
    if (!isMine) throw new TaskError(signal?.aborted === true ? 'aborted' : 'busy');
    try {
      const idle = this.takeIdle();
      // The exit of an idle process may not have been noticed yet.
      const result =
        (idle && (await this.runIn(idle, message, options))) ??
        (await this.runIn(new TaskProcess(this.options.heapMib), message, options));
      if (!result) throw new TaskError('busy', 'No process starts');
      return result.output;
    } finally {
      this.semaphore.release(caller, permits);
    }
  }

  private async runIn(
    child: TaskProcess,
    message: TaskMessage,
    { signal, memoryMib = () => this.options.memoryMib, ...handlers }: ProcessTaskOptions<unknown>,
  ): Promise<TaskResult | undefined> {
    const abort = (): void => child.kill('aborted');
    const mostBytes = memoryMib() * BYTES_PER_MIB;
    const memoryCheck = setInterval(
      () => this.checkMemory(child, mostBytes),
      MEMORY_CHECK_INTERVAL_MS,
    );
    this.busy.add(child);
    if (signal?.aborted === true || this.isEnded) abort();
    signal?.addEventListener('abort', abort);
    try {
      return await child.run(message, handlers);
    } finally {
      clearInterval(memoryCheck);
      signal?.removeEventListener('abort', abort);
      this.busy.delete(child);
      this.keepIdle(child);
    }
  }

  private checkMemory(child: TaskProcess, mostBytes: number): void {
    const { isWithinTotal } = this.options;
    if (child.residentBytes > mostBytes) child.kill('memory');
    else if (isWithinTotal && !isWithinTotal(this.residentBytes())) child.kill('shortage');
  }

  private residentBytes(): number {
    return [...this.busy, ...this.idle.keys()].reduce((sum, one) => sum + one.residentBytes, 0);
  }

  private takeIdle(): TaskProcess | undefined {
    for (const [child, timer] of this.idle) {
      clearTimeout(timer);
      this.idle.delete(child);
      if (child.isAlive) return child;
    }
    return undefined;
  }

  private keepIdle(child: TaskProcess): void {
    const drop = (): void => {
      this.idle.delete(child);
      child.kill('aborted');
    };
    if (this.isEnded || !child.isAlive) drop();
    else this.idle.set(child, setTimeout(drop, this.options.idleMs ?? IDLE_MS).unref());
  }
}
