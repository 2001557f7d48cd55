/** Runs work as one transaction; the database layer provides it. */
export abstract class Transactions {
  /**
   * @param work may be run more than once (a deadlock repeats it whole), so it has no effects outside the database
   * @param options.lockReads records that are read by id stay locked until the end
   */
  abstract run<T>(work: () => Promise<T>, options?: { lockReads?: boolean }): Promise<T>;
}
