import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface EngineSpecs {
  readonly engineFree: readonly string[];
  markedPaths(source: string): string[] | undefined;
}

// oxlint-disable-next-line typescript/no-require-imports -- read by jest's configuration, in CommonJS
const { engineFree, markedPaths } = require('../support/jest/engine-specs.cjs') as EngineSpecs;

const ROOT = join(__dirname, '../..');

/** `writer.lock`, `Crud.lock` and the like. */
const LOCKS = /\.(?:lock|lockByPIds|lockWhere|lockAndCreateLookup|lookUpAndLockReferences)\(/;
const TRANSACTIONS = /\b(?:unitOfWork|transactions)\.(?:run|runInSavepoint)\(/;
const SQL = /\bdatabase\.(?:select|execute|read)\(/;
const MANY_REQUESTS = /Promise\.all(?:Settled)?\(\s*Array\.from\(/;
/** In the title of a test. */
const AT_ONCE =
  /['"`][^'"`\n]*(?:\b(?:\d+|many|two|both)\b[^'"`\n]*\b(?:at once|parallel)\b|\bin parallel\b|\bat the same moment\b)/;

/** Too expensive for every change: the marked specs that try the same locks. */
const triedBy: Readonly<Record<string, string>> = {
  'test/api/conventions/processes/workers.e2e-spec.ts': 'test/outbox/outbox-process.e2e-spec.ts',
  'test/api/export/former-exports.e2e-spec.ts': 'test/api/export/export-jobs.e2e-spec.ts',
  'test/api/file-manager/uploads.e2e-spec.ts': 'test/files/database-path-locks.spec.ts',
  'test/api/sales/pdf.e2e-spec.ts': 'test/api/sales/e-documents.e2e-spec.ts',
  'test/files/file-store.spec.ts': 'test/files/database-path-locks.spec.ts',
  'test/two-processes/once.e2e-spec.ts': 'test/outbox/outbox-process.e2e-spec.ts',
};

/** TypeScript files below a folder, by their paths from there, with their texts. */
function filesOf(folder: string): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, folder, path), 'utf8') }));
}

const fits = (text: string, ...patterns: RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(text));

const isEngineFree = (path: string): boolean =>
  engineFree.some((pattern) => new RegExp(`^${pattern}`).test(path));

const specs = filesOf('test')
  .filter(({ path }) => path.endsWith('spec.ts'))
  .map(({ path, text }) => ({ path: `test/${path}`, text, paths: markedPaths(text) }));
const marked = specs.filter(({ paths }) => paths !== undefined);
const covered = marked.flatMap(({ paths = [] }) => paths);

/** SQL is in src/database only, and all specs of test/database are marked. */
const sources = filesOf('src').filter(
  ({ path }) => !path.endsWith('.spec.ts') && !path.startsWith('database/'),
);
const locking = sources.filter(({ text }) => fits(text, LOCKS, TRANSACTIONS));
/** Controllers only add the response to what their services write, so the services are tried. */
const tried = locking.filter(({ path }) => !path.endsWith('.controller.ts'));
const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

const pathsOf = (files: readonly { path: string }[]): string[] => files.map(({ path }) => path);

/** Files that are not marked, though the patterns fit them. */
const unmarked = (...patterns: RegExp[]): string[] =>
  pathsOf(specs.filter(({ text, paths }) => paths === undefined && fits(text, ...patterns)))
    .filter((path) => !isEngineFree(path))
    .sort();

describe('The specs marked @engine', () => {
  it('are all of the database layer', () => {
    expect(unmarked(/^/).filter((path) => path.startsWith('test/database/'))).toEqual([]);
  });

  it('are all that lock, open transactions, run SQL, or do many things at once', () => {
    const found = unmarked(LOCKS, TRANSACTIONS, SQL, MANY_REQUESTS, AT_ONCE);
    expect(found).toEqual(Object.keys(triedBy).sort());
    expect(pathsOf(marked)).toEqual(expect.arrayContaining(Object.values(triedBy)));
  });

  it('try every file of the service that locks or opens transactions', () => {
    const untried = tried.filter(({ path }) => !covered.some((folder) => isBelow(path, folder)));
    expect(pathsOf(untried)).toEqual([]);
  });

  it('name no path that is gone, or does neither', () => {
    const idle = covered.filter((folder) => !locking.some(({ path }) => isBelow(path, folder)));
    expect(idle).toEqual([]);
  });

  it('are in every area', () => {
    const areas = readdirSync(join(ROOT, 'test/api'));
    const of = (area: string) => marked.filter(({ path }) => path.startsWith(`test/api/${area}/`));
    expect(areas.filter((area) => of(area).length === 0)).toEqual([]);
  });

  it('are none of those that need no particular engine', () => {
    expect(pathsOf(marked).filter(isEngineFree)).toEqual([]);
  });
});
