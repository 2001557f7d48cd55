import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface EngineSpecs {
  readonly engineFree: readonly string[];
  markedPaths(source: string): string[] | undefined;
}

// oxlint-disable-next-line typescript/no-require-imports -- read by jest's configuration, in CommonJS
const { engineFree, markedPaths } = require('../support/engine-specs.cjs') as EngineSpecs;

const ROOT = join(__dirname, '../..');

/** `writer.lock`, `Crud.lock` and the like. */
const LOCKS = /\.(?:lock|lockWhere|resolveLocked)\(/;
const TRANSACTIONS = /\b(?:unitOfWork|transactions)\.(?:run|attempt)\(/;
const SQL = /\bdatabase\.(?:all|change|read)\(/;
const MANY_AT_ONCE = /Promise\.all(?:Settled)?\(\s*Array\.from\(/;

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

/** The database layer itself is what test/database is about. */
const sources = filesOf('src').filter(
  ({ path }) => !path.endsWith('.spec.ts') && !path.startsWith('database/'),
);
const locking = sources.filter(({ text }) => fits(text, LOCKS, TRANSACTIONS));
const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

const pathsOf = (files: readonly { path: string }[]): string[] => files.map(({ path }) => path);

describe('The specs marked @engine', () => {
  it('are all of the database layer', () => {
    const unmarked = specs.filter(
      ({ path, paths }) => path.startsWith('test/database/') && paths === undefined,
    );
    expect(pathsOf(unmarked).filter((path) => !isEngineFree(path))).toEqual([]);
  });

  it('are all that lock, open transactions, run SQL, or send many requests at once', () => {
    const unmarked = specs.filter(
      ({ text, paths }) =>
        paths === undefined && fits(text, LOCKS, TRANSACTIONS, SQL, MANY_AT_ONCE),
    );
    expect(pathsOf(unmarked).filter((path) => !isEngineFree(path))).toEqual([]);
  });

  it('try every file of the service that locks or opens transactions', () => {
    const untried = locking.filter(({ path }) => !covered.some((folder) => isBelow(path, folder)));
    expect(pathsOf(untried)).toEqual([]);
  });

  it('name no path that is gone, or does neither', () => {
    const idle = covered.filter((folder) => !locking.some(({ path }) => isBelow(path, folder)));
    expect(idle).toEqual([]);
    expect(covered.filter((path) => !existsSync(join(ROOT, 'src', path)))).toEqual([]);
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
