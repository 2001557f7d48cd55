export { ProcessPool, type ProcessPoolOptions, type ProcessTaskOptions } from './process-pool';
export { TaskError, type TaskFailure, type TaskRunner } from './task';
