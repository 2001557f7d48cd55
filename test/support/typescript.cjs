/**
 * Lets `require` load TypeScript outside of jest's sandbox: in worker threads, in processes that specs start,
 * and for the service itself (service-environment.cjs). The switches are those of jest.config.cjs.
 */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');
const { typescript } = require('./swc.cjs');

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  module._compile(transformSync(source, { ...typescript, filename }).code, filename);
};
