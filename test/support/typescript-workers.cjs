/**
 * A setup file of jest. Worker threads run outside of its module registry, so nothing turns their TypeScript
 * into JavaScript: every new one loads typescript.cjs first.
 */
const { join } = require('node:path');
const workerThreads = require('node:worker_threads');

const mark = Symbol.for('store.typescript-workers');

/** jest hands out the real core module, which later spec files of the same process find patched already. */
if (!workerThreads.Worker[mark]) {
  workerThreads.Worker = class extends workerThreads.Worker {
    static [mark] = true;

    constructor(file, options = {}) {
      const given = options.execArgv ?? process.execArgv;
      super(file, {
        ...options,
        execArgv: [...given, '--require', join(__dirname, 'typescript.cjs')],
      });
    }
  };
}
