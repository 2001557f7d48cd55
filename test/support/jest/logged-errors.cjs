/** Lines that services logged as errors during a test: a failing test prints them, with the stack of each 500. */

/** The level of pino from which on a line is an error. */
const ERROR_LEVEL = 50;
const MAX_PRINTED = 20;

class LoggedErrors {
  /** Reads of logs: each returns the whole text (watched-logs.ts). */
  logs = new Set();
  lengths = new Map();

  /** @returns the errors since the last call, readable */
  take() {
    return [...this.logs].flatMap((log) => {
      const text = log();
      const added = text.slice(this.lengths.get(log) ?? 0);
      this.lengths.set(log, text.length);
      return added.split('\n').flatMap(errorOf);
    });
  }

  /** Adds them to those of a test that has failed. */
  noteIn(test) {
    const errors = this.take();
    if (test.errors.length === 0 || errors.length === 0) return;
    const logged = new Error('The service logged errors');
    logged.stack = [logged.message, ...errors.slice(0, MAX_PRINTED)].join('\n');
    test.errors.push(logged);
  }
}

function errorOf(line) {
  if (!/^\{"level":\d+/.test(line)) return [];
  const { level, msg, err, ...rest } = JSON.parse(line);
  return level < ERROR_LEVEL
    ? []
    : [`${msg} ${JSON.stringify(rest)}${err ? `\n${err.stack}` : ''}`];
}

module.exports = LoggedErrors;
