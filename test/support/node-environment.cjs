/**
 * The environment of specs, as jest has it for Node.js; but each file's AsyncLocalStorage, jest's own too, is off
 * when the file is over. Every promise of the worker looks at each that is on, so that files would become slower
 * one by one.
 */
const asyncHooks = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

const { AsyncLocalStorage } = asyncHooks;

class NodeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const storages = new Set();
    this.storages = storages;
    asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor() {
        super();
        storages.add(this);
      }
    };
  }

  async teardown() {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    // What belongs to the service is on again when it is used again.
    for (const storage of this.storages) storage.disable();
    await super.teardown();
  }
}

module.exports = NodeEnvironment;
