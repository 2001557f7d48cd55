/** Runs work as one transaction; the database layer provides the implementation. */
export abstract class TransactionRunner {
  /**
   * @param work may run more than once, because a deadlock repeats it, so it has no effects outside the database
   * @param options.lockReads whether records that are read by id stay locked until the end
   */
  abstract run<T>(work: () => Promise<T>, options?: { lockReads?: boolean }): Promise<T>;
}
