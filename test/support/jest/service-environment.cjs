/**
 * The environment of specs that run the service. jest loads every file again for each file of specs, into a sandbox
 * whose globals are slow. Most of the time would go by before the first test.
 *
 * Here the service and the libraries are loaded outside of it, once a worker, as they run in production. The file
 * outside.cjs replaces them in the sandbox, which loads only the specs and their helpers.
 */
const { join } = require('node:path');
const LoggedErrors = require('./logged-errors.cjs');
const NodeEnvironment = require('./node-environment.cjs');

const SOURCES = join(__dirname, '../../../src');

/** Classes that both sides use with `instanceof`, or keep metadata in, have to be the same for both. */
const shared = { Date, Error, Map, Reflect, Set };

class ServiceEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    // Not above: while jest loads this file, it takes part in every `require`.
    require('./typescript.cjs');
    require('reflect-metadata');
    const { watch, watchAll } = config.globalConfig;
    if (watch || watchAll) forgetSources();
    this.loggedErrors = new LoggedErrors();
    Object.assign(this.global, shared, {
      loadedOutside: (file) => require(file),
      serviceGlobal: globalThis,
      serviceLogs: this.loggedErrors.logs,
    });
  }

  handleTestEvent(event, state) {
    super.handleTestEvent(event, state);
    const { name, test } = event;
    if (name === 'test_done') this.loggedErrors.noteIn(test);
  }
}

/** They may have been changed since the last run. */
function forgetSources() {
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(SOURCES)) delete require.cache[file];
  }
}

module.exports = ServiceEnvironment;
