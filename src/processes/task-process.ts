import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ChildMessage,
  type ParentMessage,
  TaskError,
  type TaskFailure,
  type TaskMessage,
} from './task';

/** Path without extension: JavaScript in the build, TypeScript in specs. */
const CHILD_MODULE_PATH = join(__dirname, 'task.child');

/** Maximum time for a process to start, to load a task's module and to receive the input. */
export const START_TIMEOUT_MS = 30_000;

const BYTES_PER_KIB = 1024;

/**
 * Environment of a child process. It has no variables of the service, which contain secrets. With glibc it has two
 * arenas, and returns large blocks to the system when they are freed.
 */
const childEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

export interface TaskResult {
  readonly output: unknown;
}

export interface TaskRunOptions {
  /** Maximum run time of the task in milliseconds, after the process has received it. */
  readonly timeoutMs: number;
  /** Called when the process has received the whole input, whose large Buffers can be discarded then. */
  readonly onStarted?: (() => void) | undefined;
  /** Handles a part of the result; the task waits until it has resolved. An error that it throws ends the task. */
  readonly onPart?: ((part: unknown) => Promise<void>) | undefined;
}

/** A child process that runs one task at a time. Tasks have a lower priority than the service. */
export class TaskProcess {
  private readonly child: ChildProcess;
  private killReason?: TaskFailure;

  /** @param maxHeapMib maximum JavaScript heap in MiB; default: the system's */
  constructor(maxHeapMib?: number) {
    const heapEnvironment =
      maxHeapMib === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${maxHeapMib}` };
    // Inherits the options of this process, except its script.
    this.child = fork(CHILD_MODULE_PATH, {
      env: { ...childEnvironment, ...heapEnvironment },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The first task reports a failed start.
    this.child.on('error', () => undefined);
    this.unref();
  }

  get isAlive(): boolean {
    const { exitCode, signalCode, connected } = this.child;
    return exitCode === null && signalCode === null && connected && this.killReason === undefined;
  }

  /** Resident memory in bytes, from /proc; 0 on systems without it, and after the process has ended. */
  get residentBytes(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'latin1');
      return BYTES_PER_KIB * Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
    } catch {
      return 0;
    }
  }

  /**
   * Runs a task in the process.
   * @returns the task's output; undefined if the process ended before it had received the whole task
   * @throws TaskError, and errors of `onPart`
   */
  async run(message: TaskMessage, runOptions: TaskRunOptions): Promise<TaskResult | undefined> {
    const { child } = this;
    child.ref();
    child.channel?.ref();
    const listeners = new AbortController();
    try {
      return await this.awaitResult(message, runOptions, listeners.signal);
    } catch (error) {
      // A task that has reported its own failure has ended; after other errors it may still run.
      if (!(error instanceof TaskError && error.reason === 'failed')) this.kill('aborted');
      throw error;
    } finally {
      listeners.abort();
      this.unref();
    }
  }

  /** Kills the process immediately. @param reason failure that its task gets */
  kill(reason: TaskFailure): void {
    this.killReason ??= reason;
    this.child.kill('SIGKILL');
  }

  private awaitResult(
    task: TaskMessage,
    { timeoutMs, onStarted, onPart }: TaskRunOptions,
    listenerSignal: AbortSignal,
  ): Promise<TaskResult | undefined> {
    const { child } = this;
    return new Promise((resolve, reject) => {
      let hasStarted = false;
      let timer = setTimeout(() => this.kill('busy'), START_TIMEOUT_MS);
      const handleMessage = (message: ChildMessage): void => {
        switch (message.kind) {
          case 'started':
            hasStarted = true;
            clearTimeout(timer);
            timer = setTimeout(() => this.kill('deadline'), Math.ceil(timeoutMs));
            onStarted?.();
            break;
          case 'part':
            onPart?.(message.part).then(() => this.send({ kind: 'taken' }), reject);
            break;
          case 'done':
            resolve({ output: message.output });
            break;
          default:
            reject(new TaskError(message.kind, message.detail));
        }
      };
      const handleEnd = (...exitDetails: unknown[]): void => {
        if (this.killReason === undefined && !hasStarted) resolve(undefined);
        else
          reject(new TaskError(this.killReason ?? 'crashed', exitDetails.filter(Boolean).join()));
      };
      child.on('message', handleMessage).on('exit', handleEnd).on('error', handleEnd);
      listenerSignal.addEventListener('abort', () => {
        clearTimeout(timer);
        child.off('message', handleMessage).off('exit', handleEnd).off('error', handleEnd);
      });
      this.send(task);
    });
  }

  private send(message: ParentMessage): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  /** A process without a task does not keep the service running. */
  private unref(): void {
    this.child.unref();
    this.child.channel?.unref();
  }
}
