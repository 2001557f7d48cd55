/** A task: the module that does the work, and the input for one run. */
export interface Task {
  /**
   * Absolute path of the module whose export `run` does the work (a `TaskRunner`), without its extension. The child
   * process loads it with its first task and keeps it.
   */
  readonly modulePath: string;
  /** Structured-clonable; Buffers arrive as Buffers. */
  readonly input: unknown;
}

/**
 * The function `run` of a task's module.
 * @param send passes a part of the result to the caller's `onPart`; resolves after it has handled the part
 * @returns the result, which must be structured-clonable. Return expected failures as a part of it: exceptions are
 * reported as `failed`
 */
export type TaskRunner<Input, Output, Part = never> = (
  input: Input,
  send: (part: Part) => Promise<void>,
) => Output | Promise<Output>;

/**
 * Why a task has no result:
 * - `aborted`: the caller's signal was aborted
 * - `busy`: too many tasks wait, the task waited for too long, or no process starts
 * - `crashed`: the process ended by itself or was killed from outside, after it had started the task
 * - `deadline`: the task ran for too long
 * - `failed`: the task threw an exception
 * - `memory`: the process exceeded its memory limit
 * - `missing`: the task's module doesn't load
 * - `shortage`: all processes together exceeded their memory limit
 */
export type TaskFailure =
  | 'aborted'
  | 'busy'
  | 'crashed'
  | 'deadline'
  | 'failed'
  | 'memory'
  | 'missing'
  | 'shortage';

/** The error for a task without a result. */
export class TaskError extends Error {
  override readonly name = 'TaskError';

  constructor(
    readonly reason: TaskFailure,
    detail: string = reason,
  ) {
    super(detail);
  }
}

/** A request to a child process. */
export type TaskMessage =
  | ({ readonly kind: 'run' } & Task)
  | { readonly kind: 'load'; readonly modulePath: string };

/** A message from the service to a child process; `taken`: the caller has handled the last part. */
export type ParentMessage = TaskMessage | { readonly kind: 'taken' };

/** A message from a child process to the service. */
export type ChildMessage =
  /** The process has received the whole task and loaded its module. */
  | { readonly kind: 'started' }
  | { readonly kind: 'part'; readonly part: unknown }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed' | 'missing'; readonly detail: string };
