import { getCallerId } from '../core/actor-context';
import { FairSemaphore } from '../core/fair-semaphore';
import { type Task, TaskError, type TaskMessage } from './task';
import { START_TIMEOUT_MS, TaskProcess, type TaskResult } from './task-process';

const BYTES_PER_MIB = 1024 * 1024;

/** Interval between two checks of the memory of processes with a task. */
const MEMORY_CHECK_INTERVAL_MS = 10;

/** Default time that a process stays without a task. */
const IDLE_TIMEOUT_MS = 5_000;

/** Share of its limit that a process may hold before a task. Memory of earlier tasks could otherwise make it fail. */
const MAX_MEMORY_SHARE_BEFORE_TASK = 0.5;

export interface ProcessPoolOptions {
  /** Maximum number of processes; each runs one task at a time. */
  readonly size: number;
  /** Maximum resident memory of a process with a task, in MiB; checked on Linux only. */
  readonly maxMemoryMib: number;
  /** JavaScript heap of a process, in MiB; the system's default when absent. */
  readonly maxHeapMib?: number;
  /** How long a task may wait for a process, in milliseconds. */
  readonly waitTimeoutMs: number;
  /**
   * Maximum number of waiting tasks; each holds its input. Beyond it, the caller with the most waiting tasks loses its
   * last.
   */
  readonly maxWaiting: number;
  /** How long a process stays without a task, in milliseconds. */
  readonly idleTimeoutMs?: number;
  /**
   * Whether the resident memory of all processes together, in bytes, is acceptable. If not, one ends with `shortage`.
   */
  readonly isWithinTotalMemory?: (residentBytes: number) => boolean;
}

export interface ProcessTaskOptions<Part = never> {
  /** How long the task may run, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the task or its waiting, and the process with it. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the task runs exclusively: no other task of the pool runs at the same time. */
  readonly isExclusive?: boolean;
  /** Maximum resident memory of the process in MiB, instead of the pool's; called when the task starts. */
  readonly getMaxMemoryMib?: () => number;
  /** Called when the process has received the whole input, whose large Buffers can be discarded then. */
  readonly onStarted?: () => void;
  /** Handles a part of the result; the task waits until it has resolved. An error that it throws ends the task. */
  readonly onPart?: (part: Part) => Promise<void>;
}

/**
 * A pool of child processes for native code and untrusted input. They start with the first task. They end when idle, at
 * a task's deadline, above their memory limit, and with the pool. A crash affects only the task that caused it.
 */
export class ProcessPool {
  private readonly semaphore: FairSemaphore;
  private readonly idleProcesses = new Map<TaskProcess, NodeJS.Timeout>();
  private readonly busyProcesses = new Set<TaskProcess>();
  private isEnded = false;

  constructor(private readonly options: ProcessPoolOptions) {
    const { size, maxWaiting } = options;
    this.semaphore = new FairSemaphore(size, { maxWaiting });
  }

  /**
   * Runs a task; callers take turns.
   * @returns the task's output
   * @throws TaskError, and errors of `onPart`
   */
  async run<Output, Part = never>(task: Task, options: ProcessTaskOptions<Part>): Promise<Output> {
    const onPart = options.onPart as ProcessTaskOptions<unknown>['onPart'];
    return (await this.runQueued({ kind: 'run', ...task }, { ...options, onPart })) as Output;
  }

  /** Loads the module of a task without running it. @throws TaskError `missing` if it doesn't load, or `busy` */
  async load(modulePath: string): Promise<void> {
    await this.runQueued({ kind: 'load', modulePath }, { timeoutMs: START_TIMEOUT_MS });
  }

  /** Ends all processes, and their tasks with `aborted`. */
  end(): void {
    this.isEnded = true;
    for (const child of [...this.busyProcesses, ...this.idleProcesses.keys()])
      child.kill('aborted');
    for (const timer of this.idleProcesses.values()) clearTimeout(timer);
    this.idleProcesses.clear();
  }

  private runQueued(message: TaskMessage, options: ProcessTaskOptions<unknown>): Promise<unknown> {
    const { size, waitTimeoutMs: timeoutMs } = this.options;
    const { signal, isExclusive } = options;
    const permits = isExclusive === true ? size : 1;
    const createBusyError = (): Error =>
      new TaskError(signal?.aborted === true ? 'aborted' : 'busy');
    return this.semaphore.run(
      getCallerId(),
      { timeoutMs, permits, signal, createBusyError },
      async () => {
        const idleProcess = this.takeIdle();
        // An idle process may have exited without notice: then another one runs the task.
        const result =
          (idleProcess && (await this.runInProcess(idleProcess, message, options))) ??
          (await this.runInProcess(new TaskProcess(this.options.maxHeapMib), message, options));
        if (!result) throw new TaskError('busy', "A process can't be started");
        return result.output;
      },
    );
  }

  private async runInProcess(
    child: TaskProcess,
    message: TaskMessage,
    {
      signal,
      getMaxMemoryMib = () => this.options.maxMemoryMib,
      ...runOptions
    }: ProcessTaskOptions<unknown>,
  ): Promise<TaskResult | undefined> {
    const abort = (): void => child.kill('aborted');
    const maxBytes = getMaxMemoryMib() * BYTES_PER_MIB;
    const memoryCheck = setInterval(
      () => this.checkMemory(child, maxBytes),
      MEMORY_CHECK_INTERVAL_MS,
    );
    this.busyProcesses.add(child);
    if (signal?.aborted === true || this.isEnded) abort();
    signal?.addEventListener('abort', abort);
    try {
      return await child.run(message, runOptions);
    } finally {
      clearInterval(memoryCheck);
      signal?.removeEventListener('abort', abort);
      this.busyProcesses.delete(child);
      this.returnToPool(child);
    }
  }

  private checkMemory(child: TaskProcess, maxBytes: number): void {
    const { isWithinTotalMemory } = this.options;
    if (child.residentBytes > maxBytes) child.kill('memory');
    else if (isWithinTotalMemory && !isWithinTotalMemory(this.sumResidentBytes()))
      child.kill('shortage');
  }

  private sumResidentBytes(): number {
    return [...this.busyProcesses, ...this.idleProcesses.keys()].reduce(
      (sum, child) => sum + child.residentBytes,
      0,
    );
  }

  private takeIdle(): TaskProcess | undefined {
    const maxBytes = MAX_MEMORY_SHARE_BEFORE_TASK * this.options.maxMemoryMib * BYTES_PER_MIB;
    for (const [child, timer] of this.idleProcesses) {
      clearTimeout(timer);
      this.idleProcesses.delete(child);
      if (child.isAlive && child.residentBytes <= maxBytes) return child;
      child.kill('aborted');
    }
    return undefined;
  }

  private returnToPool(child: TaskProcess): void {
    const discardProcess = (): void => {
      this.idleProcesses.delete(child);
      child.kill('aborted');
    };
    if (this.isEnded || !child.isAlive) discardProcess();
    else
      this.idleProcesses.set(
        child,
        setTimeout(discardProcess, this.options.idleTimeoutMs ?? IDLE_TIMEOUT_MS).unref(),
      );
  }
}
