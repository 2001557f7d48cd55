import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerProcessPriority } from '../threads/thread-priority';
import {
  type ChildMessage,
  type ParentMessage,
  TaskError,
  type TaskFailure,
  type TaskMessage,
} from './task';

/** Without its extension: JavaScript in the build, TypeScript in specs. */
const CHILD_ENTRY = join(__dirname, 'task.child');

/** How long a process may take to start, to load a task's module and to receive the input. */
export const START_TIMEOUT_MS = 30_000;

const BYTES_PER_KIB = 1024;

/**
 * The environment of a child process: nothing of the service's, which holds secrets. With glibc it has two arenas, and
 * returns large blocks to the system when they are freed.
 */
const childEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

export interface TaskResult {
  readonly output: unknown;
}

export interface TaskHandlers {
  /** How long the task may run, in milliseconds, from when the process has it. */
  readonly deadlineMs: number;
  /** Called once the process has all of the input: large Buffers of it can be discarded. */
  readonly onStarted?: (() => void) | undefined;
  /** Takes a part of the result; the task waits until it has resolved. An error that it throws ends the task. */
  readonly onPart?: ((part: unknown) => Promise<void>) | undefined;
}

/** A child process. It runs one task at a time, below the service's priority. */
export class TaskProcess {
  private readonly child: ChildProcess;
  private killReason?: TaskFailure;

  /** @param heapMib bound of the JavaScript heap; the system's default when absent */
  constructor(heapMib?: number) {
    const heap = heapMib === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${heapMib}` };
    // With the options of this process, of which Node.js leaves out a script.
    this.child = fork(CHILD_ENTRY, {
      env: { ...childEnvironment, ...heap },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (this.child.pid !== undefined) lowerProcessPriority(this.child.pid);
    // Failing to start is reported to the first task.
    this.child.on('error', () => undefined);
    this.unref();
  }

  get isAlive(): boolean {
    const { exitCode, signalCode, connected } = this.child;
    return exitCode === null && signalCode === null && connected && this.killReason === undefined;
  }

  /** Resident memory in bytes, from /proc; 0 on systems without it, and once the process has ended. */
  get residentBytes(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'latin1');
      return BYTES_PER_KIB * Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
    } catch {
      return 0;
    }
  }

  /**
   * @returns the task's output; undefined when the process ended before it had all of the task
   * @throws TaskError, what `onPart` throws
   */
  async run(message: TaskMessage, handlers: TaskHandlers): Promise<TaskResult | undefined> {
    const { child } = this;
    child.ref();
    child.channel?.ref();
    const listeners = new AbortController();
    try {
      return await this.result(message, handlers, listeners.signal);
    } catch (error) {
      // A task that has reported its own failure has ended; after anything else it may go on.
      if (!(error instanceof TaskError && error.reason === 'failed')) this.kill('aborted');
      throw error;
    } finally {
      listeners.abort();
      this.unref();
    }
  }

  /** Ends the process at once, whatever it is doing. @param reason of the failure of its task */
  kill(reason: TaskFailure): void {
    this.killReason ??= reason;
    this.child.kill('SIGKILL');
  }

  private result(
    message: TaskMessage,
    { deadlineMs, onStarted, onPart }: TaskHandlers,
    listening: AbortSignal,
  ): Promise<TaskResult | undefined> {
    const { child } = this;
    return new Promise((resolve, reject) => {
      let hasStarted = false;
      let timer = setTimeout(() => this.kill('busy'), START_TIMEOUT_MS);
      const receive = (answer: ChildMessage): void => {
        switch (answer.kind) {
          case 'started':
            hasStarted = true;
            clearTimeout(timer);
            timer = setTimeout(() => this.kill('deadline'), Math.ceil(deadlineMs));
            onStarted?.();
            break;
          case 'part':
            onPart?.(answer.part).then(() => this.send({ kind: 'taken' }), reject);
            break;
          case 'done':
            resolve({ output: answer.output });
            break;
          default:
            reject(new TaskError(answer.kind, answer.detail));
        }
      };
      const end = (...exit: unknown[]): void => {
        if (this.killReason === undefined && !hasStarted) resolve(undefined);
        else reject(new TaskError(this.killReason ?? 'crashed', exit.filter(Boolean).join()));
      };
      child.on('message', receive).on('exit', end).on('error', end);
      listening.addEventListener('abort', () => {
        clearTimeout(timer);
        child.off('message', receive).off('exit', end).off('error', end);
      });
      this.send(message);
    });
  }

  private send(message: ParentMessage): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  /** A process without a task keeps nothing running. */
  private unref(): void {
    this.child.unref();
    this.child.channel?.unref();
  }
}
