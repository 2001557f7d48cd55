/**
 * The environment of specs, as jest has it for Node.js; but each file's AsyncLocalStorage, jest's own too, is off
 * when the file is over. Every promise of the worker looks at each that is on, so that files would become slower
 * one by one.
 */
const asyncHooks = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');
const { patienceMs } = require('./scaled-timeout.cjs');
const { spending } = require('./spent-time.cjs');

const { AsyncLocalStorage } = asyncHooks;

function spentNow() {
  const { user, system } = process.cpuUsage();
  const stat = require('node:fs').readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    own: (user + system) / 1e6,
    children: (Number(fields[13]) + Number(fields[14])) / 100,
    at: performance.now() / 1000,
  };
}
function emit(name, before) {
  const now = spentNow();
  const f = (k) => (now[k] - before[k]).toFixed(2).padStart(7);
  require('node:fs').appendFileSync(
    process.env.SPENT_TESTS,
    `${f('own')}${f('children')}${f('at')}  ${name}\n`,
  );
}

/** From Node.js 22 on it is only a getter, which can't be assigned. */
const offer = (value) =>
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value, configurable: true });

class NodeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    if (process.env.SPENT_TESTS) {
      const own = this.handleTestEvent;
      this.handleTestEvent = (event, state) => {
        own?.call(this, event, state);
        this.measure0(event);
      };
    }
    this.file0 = context.testPath.split('/test/').pop();
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

  /** On a busy machine a test has more time than jest.config.cjs says. */
  handleTestEvent({ name }, state) {
    if (name !== 'test_start' && name !== 'hook_start') return;
    this.quietTimeout ??= state.testTimeout;
    state.testTimeout = patienceMs(this.quietTimeout);
  }

  // TEMPORARY
  measure0(event) {
    const { name } = event;
    if (name === 'test_start' || name === 'hook_start') {
      this.at0 = this.at0 ?? {};
      this.at0[name] = spentNow();
    }
    if (name === 'test_done') emit(this.file0 + ': ' + event.test.name, this.at0.test_start);
    if (name === 'hook_success' && /All/.test(event.hook.type))
      emit(
        this.file0 + ': ' + event.hook.type + ' of ' + event.describeBlock.name,
        this.at0.hook_start,
      );
  }

  async teardown() {
    offer(AsyncLocalStorage);
    // What belongs to the service is on again when it is used again.
    for (const storage of this.storages) storage.disable();
    await super.teardown();
    this.noteSpending();
  }
}

module.exports = NodeEnvironment;
