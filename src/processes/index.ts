export { ProcessPool, type ProcessPoolOptions, type TaskOptions } from './process-pool';
export { type Task, TaskError, type TaskFailure, type TaskRunner } from './task';
