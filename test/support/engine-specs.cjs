/**
 * Which files of specs run on which engine. On SQLite all do. On MariaDB a change runs those whose first comment is
 * marked `@engine` (`npm run test:engine` gives this module to jest's --filter), and `npm run test:mysql` all others
 * too, except those that need no particular engine.
 *
 * Behind `@engine` are the folders or files of src whose locks, transactions and conditions the specs try;
 * test/contract/engine-specs.spec.ts checks that none is missing.
 */
const { readFileSync } = require('node:fs');

const FIRST_COMMENT = /^\/\*\*((?:(?!\*\/)[^])*)\*\//;

/** Of the specs that open no database, or always the same. */
const engineFree = [
  'src/',
  'test/api/conventions/(private-files|(shared-)?rate-limits|starting|stopping-pictures|transport)\\.e2e-spec',
  'test/api/openapi/(prepared-)?description\\.e2e-spec',
  'test/api/util/upload-image(-codecs)?\\.e2e-spec',
  'test/browser/',
  'test/clients/',
  'test/command-line/(commands\\.e2e-spec|table\\.spec)',
  'test/contract/',
  'test/database/(durability|members|open-store|search-kinds|wal)\\.spec',
  'test/demo/run\\.e2e-spec',
  'test/documentation/',
  'test/drills/(checker|strikes|soak/flatness)\\.spec',
  'test/operations/(failing|full)-disk\\.e2e-spec',
  'test/files/local-file-store\\.spec',
  'test/operations/monitoring\\.e2e-spec',
  'test/real-data/(conversion|images|poll-orders)\\.spec',
  'test/support/',
];

/** @returns what the specs are marked with: the paths behind `@engine`; undefined without the mark */
function markedPaths(source) {
  const [, comment = ''] = FIRST_COMMENT.exec(source) ?? [];
  const [, paths] = /@engine\b([^@]*)/.exec(comment) ?? [];
  return paths?.split(/[\s*]+/).filter((path) => path !== '');
}

/** As jest's --filter takes it. */
const filter = (files) => ({
  filtered: files.filter((file) => markedPaths(readFileSync(file, 'utf8')) !== undefined),
});

module.exports = Object.assign(filter, { engineFree, markedPaths });
