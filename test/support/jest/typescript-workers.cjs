/**
 * A setup file of jest. Worker threads, and the processes that the service starts of its own files (*.child.ts), run
 * outside of its module registry. Nothing turns their TypeScript into JavaScript there, so every new one loads
 * typescript.cjs first.
 */
const childProcess = require('node:child_process');
const { join } = require('node:path');
const workerThreads = require('node:worker_threads');

const typescript = ['--require', join(__dirname, 'typescript.cjs')];
const mark = Symbol.for('store.typescript-workers');

/** jest hands out the real core module, which later spec files of the same process find patched already. */
if (!workerThreads.Worker[mark]) {
  workerThreads.Worker = class extends workerThreads.Worker {
    static [mark] = true;

    constructor(file, options = {}) {
      const given = options.execArgv ?? process.execArgv;
      super(file, {
        ...options,
        execArgv: [...given, ...typescript],
      });
    }
  };
  const { fork } = childProcess;
  childProcess.fork = (entry, options = {}) => {
    const given = options.execArgv ?? process.execArgv;
    const added = entry.endsWith('.child') ? typescript : [];
    return fork(entry, Object.assign({}, options, { execArgv: [...given, ...added] }));
  };
}
