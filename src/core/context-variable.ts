import { AsyncLocalStorage } from 'node:async_hooks';

type Values = ReadonlyMap<object, unknown>;

/** One storage for all variables: on Node.js 20, each enabled AsyncLocalStorage slows down every promise. */
const storage = new AsyncLocalStorage<Values>();

/** A value for some work and everything that the work starts, including its asynchronous parts. */
export class ContextVariable<T> {
  /** The value for the current work; undefined outside of `run`. */
  get(): T | undefined {
    return storage.getStore()?.get(this) as T | undefined;
  }

  /** Runs work with a value. Other variables keep their values. */
  run<R>(value: T, work: () => R): R {
    return storage.run(new Map(storage.getStore()).set(this, value), work);
  }
}
