/**
 * Worker threads run outside of jest's module registry, so nothing turns their TypeScript into JavaScript.
 * In jest (a setup file) this makes every new worker thread load this file first; in a worker thread, or in a
 * process of its own (`node --require`), it lets `require` load .ts files.
 */
const { join } = require('node:path');
const workerThreads = require('node:worker_threads');

const thisFile = join(__dirname, 'typescript-workers.cjs');
const mark = Symbol.for('store.typescript-workers');

if (workerThreads.isMainThread && process.env.JEST_WORKER_ID !== undefined) patchWorker();
else loadTypeScript();

/** jest hands out the real core module, which later spec files of the same process find patched already. */
function patchWorker() {
  const { Worker } = workerThreads;
  if (Worker[mark]) return;
  class TypeScriptWorker extends Worker {
    static [mark] = true;

    constructor(file, options = {}) {
      const given = options.execArgv ?? process.execArgv;
      super(file, { ...options, execArgv: [...given, '--require', thisFile] });
    }
  }
  workerThreads.Worker = TypeScriptWorker;
}

/** The same switches as in jest.config.cjs. */
function loadTypeScript() {
  const { readFileSync } = require('node:fs');
  const { transformSync } = require('@swc/core');
  const options = require('../../jest.config.cjs').transform['^.+\\.ts$'][1];
  require.extensions['.ts'] = (module, filename) => {
    const source = readFileSync(filename, 'utf8');
    module._compile(transformSync(source, { ...options, filename }).code, filename);
  };
}
