// oxlint-disable-next-line typescript/no-require-imports -- jest's environment needs it in CommonJS
export const { scaledTimeoutMs } = require('./scaled-timeout.cjs') as {
  /**
   * How long something may take on this machine: a limit grows with the number of processes that wait for a processor.
   * @param quietMs how long it may take on a quiet machine, in milliseconds
   */
  scaledTimeoutMs(quietMs: number): number;
};
