const { availableParallelism, loadavg } = require('node:os');

/**
 * How long something may take on this machine: a limit grows with the number of processes that wait for a processor.
 * @param {number} quietMs how long it may take on a quiet machine, in milliseconds
 */
exports.scaledTimeoutMs = (quietMs) => {
  const [lastMinute] = loadavg();
  return Math.round(quietMs * Math.max(1, lastMinute / availableParallelism()));
};
