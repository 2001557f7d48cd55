/**
 * Lets `require` load TypeScript outside of jest's sandbox: in worker threads, in processes that specs start, and
 * for the service itself (service-environment.cjs). The switches are those of jest.config.cjs. Compiled files are
 * kept for the many threads that load the same ones.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { threadId } = require('node:worker_threads');
const { transformSync, version } = require('@swc/core');
const { typescript } = require('./swc.cjs');

const KEPT = join(__dirname, '../../../node_modules/.cache/typescript');
const switches = JSON.stringify([version, typescript]);

mkdirSync(KEPT, { recursive: true });

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const hash = createHash('sha1').update(switches).update(filename).update(source).digest('hex');
  module._compile(transformed(source, filename, join(KEPT, `${hash}.js`)), filename);
};

function transformed(source, filename, kept) {
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const { code } = transformSync(source, { ...typescript, filename });
    // Others may read it at any time.
    const draft = `${kept}.${process.pid}.${threadId}`;
    writeFileSync(draft, code);
    renameSync(draft, kept);
    return code;
  }
}
