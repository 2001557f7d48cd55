/**
 * The environment of specs, as jest has it for Node.js; but each file's AsyncLocalStorage, jest's own too, is off
 * when the file is over. Every promise of the worker looks at each that is on, so that files would become slower
 * one by one.
 */
const asyncHooks = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');
const { scaledTimeoutMs } = require('./scaled-timeout.cjs');
const { spending } = require('./spent-time.cjs');

const { AsyncLocalStorage } = asyncHooks;

/** From Node.js 22 on it is only a getter, which can't be assigned. */
const offer = (value) =>
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value, configurable: true });

class NodeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.noteSpending = spending(config.projectConfig, context);
    const storages = new Set();
    this.storages = storages;
    const Noted = class extends AsyncLocalStorage {
      constructor(...options) {
        super(...options);
        storages.add(this);
      }
    };
    offer(Noted);
  }

  /** On a busy machine a test has more time than jest.config.cjs sets. */
  handleTestEvent({ name }, state) {
    if (name !== 'test_start' && name !== 'hook_start') return;
    this.quietTimeout ??= state.testTimeout;
    state.testTimeout = scaledTimeoutMs(this.quietTimeout);
  }

  async teardown() {
    offer(AsyncLocalStorage);
    // Storages of the service are enabled again when it uses them again.
    for (const storage of this.storages) storage.disable();
    await super.teardown();
    this.noteSpending();
  }
}

module.exports = NodeEnvironment;
