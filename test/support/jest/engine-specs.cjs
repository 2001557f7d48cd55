/**
 * Which files of specs run on which engine. `npm test` runs all on SQLite. `npm run test:mysql` runs all on MariaDB,
 * except those that need no particular engine.
 *
 * For a change, the npm scripts `test:sqlite` and `test:engine` run a part of these: they give this module to jest's
 * --filter. On MariaDB it selects the files whose first comment is marked `@engine`. On SQLite it leaves out the
 * marked ones of test/api, test/drills and test/outbox, which use the service as their neighbours do.
 *
 * After `@engine` come the folders or files of src whose locks, transactions and conditions the specs try;
 * test/contract/engine-specs.spec.ts checks that none is missing.
 */
const { readFileSync } = require('node:fs');

const FIRST_COMMENT = /^\/\*\*((?:(?!\*\/)[^])*)\*\//;

/** Specs that open no database, or always the same. */
const engineFree = [
  'src/',
  'test/api/conventions/authorization/(private-files|(shared-)?rate-limits)\\.e2e-spec',
  'test/api/conventions/processes/(starting|stopping-pictures|transport)\\.e2e-spec',
  'test/api/openapi/(prepared-)?description\\.e2e-spec',
  'test/api/util/upload-image(-codecs)?\\.e2e-spec',
  'test/browser/',
  'test/clients/',
  'test/command-line/(commands\\.e2e-spec|table\\.spec)',
  'test/contract/',
  'test/database/(durability|cluster-members|prepare-store|search-kinds|wal-limiter)\\.spec',
  'test/demo/run\\.e2e-spec',
  'test/documentation/',
  'test/drills/(checker|strikes|soak/flatness)\\.spec',
  'test/operations/(deployment|(failing|full)-disk)\\.e2e-spec',
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

const isMarked = (file) => markedPaths(readFileSync(file, 'utf8')) !== undefined;
const isOfChange = process.env.TEST_MYSQL_URL
  ? isMarked
  : (file) => !/\/test\/(api|drills|outbox)\//.test(file) || !isMarked(file);

/** As jest's --filter takes it. */
const filter = (files) => ({ filtered: files.filter(isOfChange) });

module.exports = Object.assign(filter, { engineFree, markedPaths });
