export { ProcessPool, type ProcessPoolOptions, type TaskOptions } from './process-pool';
export { TaskError, type TaskFailure, type TaskRunner } from './task';
