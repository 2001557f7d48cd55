/**
 * The import rules. Layers: modules and platform -> api, database, core, config, processes, threads; api -> core, config,
 * threads; database -> core, config, threads; processes -> core, threads; core and threads -> nothing. Areas (the folders
 * of src/modules and src/platform) import each other through their index.ts or listed folders, and only as
 * .dependency-areas.cjs allows. The same holds for areas inside an area, which the others don't see.
 */

const areaImports = require('./.dependency-areas.cjs');

const areas = Object.keys(areaImports);
/** The area that a target is, or is a folder of. */
const areaOf = (target) =>
  areas.includes(target) ? target : target.slice(0, target.lastIndexOf('/'));
for (const [index, area] of areas.entries()) {
  for (const target of areaImports[area]) {
    if (!areas.slice(0, index).includes(areaOf(target))) {
      throw new Error(`areaImports: ${area} names ${target}, which does not stand above it`);
    }
    const outer = areas.find((other) => areaOf(target).startsWith(`${other}/`));
    if (outer && area !== outer && !area.startsWith(`${outer}/`)) {
      throw new Error(`areaImports: ${area} names ${target}, which only ${outer} may`);
    }
  }
}

/** The files of an area: all below its folder, but of one that holds areas those right in it. */
const filesOf = (area) =>
  areas.some((other) => other.startsWith(`${area}/`)) ? `^src/${area}/[^/]+$` : `^src/${area}/`;

const spec = '\\.(spec|e2e-spec)\\.ts$';
const code = (...folders) => ({ path: `^src/(${folders.join('|')})/`, pathNot: spec });

/** The files that a target stands for: the index of an area, or all in a folder of one. */
const filesOfTarget = (target) =>
  areas.includes(target) ? `^src/${target}/index\\.ts$` : `^src/${target}/[^/]+$`;

/** One rule an area: of the other areas, no file but those that it declares. */
const areaRules = areas.map((area) => ({
  name: `area-${area.replaceAll('/', '-')}`,
  comment: `${area} may import: ${areaImports[area].join(', ') || 'no other area'}.`,
  severity: 'error',
  from: { path: filesOf(area), pathNot: spec },
  to: {
    path: '^src/(modules|platform)/',
    pathNot: [filesOf(area), ...areaImports[area].map(filesOfTarget)],
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A cycle of entities is what two sides of a relation are; any other one is a fault.',
      severity: 'error',
      from: {},
      to: { circular: true, via: { pathNot: '\\.entity\\.ts$' } },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that imports nothing is dead, or not wired in.',
      severity: 'error',
      from: { orphan: true, pathNot: [spec, '\\.d\\.ts$', '\\.worker\\.ts$'] },
      to: {},
    },
    {
      name: 'core-imports-nothing',
      comment:
        'core is plain TypeScript: no framework, no other layer; of libraries pure ones only, of Node what carries a context.',
      severity: 'error',
      from: code('core'),
      to: {
        pathNot:
          '^((src/core|node_modules/((@types/)?luxon|i18n-iso-countries|iso-639-1|currency-codes|stdnum))/|async_hooks$)',
      },
    },
    {
      name: 'config-on-core',
      severity: 'error',
      from: code('config'),
      to: { path: '^src/', pathNot: '^src/(config|core)/' },
    },
    {
      name: 'threads-on-themselves',
      comment: 'How work is given to threads, whatever the work is.',
      severity: 'error',
      from: code('threads'),
      to: { path: '^src/', pathNot: '^src/threads/' },
    },
    {
      name: 'processes-on-core-and-threads',
      comment: 'How work is given to child processes, whatever the work is.',
      severity: 'error',
      from: code('processes'),
      to: { path: '^src/', pathNot: '^src/(processes|core|threads)/' },
    },
    {
      name: 'api-on-core-config-and-threads',
      comment: 'The HTTP conventions know no area and no engine.',
      severity: 'error',
      from: code('api'),
      to: { path: '^src/', pathNot: '^src/(api|core|config|threads)/' },
    },
    {
      name: 'database-on-core-config-and-threads',
      severity: 'error',
      from: code('database'),
      to: { path: '^src/', pathNot: '^src/(database|core|config|threads)/' },
    },
    {
      name: 'areas-on-layers',
      severity: 'error',
      from: code('modules', 'platform'),
      to: {
        path: '^src/',
        pathNot: '^src/(modules|platform|api|database|core|config|processes|threads)/',
      },
    },
    {
      name: 'layers-by-index',
      comment: "A module sees the database's public face only.",
      severity: 'error',
      from: code('modules', 'platform'),
      to: { path: '^src/database/', pathNot: '^src/database/index\\.ts$' },
    },
    {
      name: 'area-declared',
      comment: 'A new area takes its place in the table, .dependency-areas.cjs.',
      severity: 'error',
      from: { path: '^src/(modules|platform)/', pathNot: [...areas.map(filesOf), spec] },
      to: {},
    },
    ...areaRules,
    {
      name: 'engines-in-database',
      comment: 'Only database/ knows an engine.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/database/', spec] },
      to: { path: '^node_modules/(better-sqlite3(-13)?|mysql2)/' },
    },
    {
      name: 'not-to-dev-dep',
      comment: 'What the service imports must be installed in production.',
      severity: 'error',
      from: { path: '^src/', pathNot: spec },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'not-to-unlisted',
      comment: 'A package that is imported stands in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'not-to-unresolvable',
      comment: "Of SQLite's drivers npm installs the one for its Node.js.",
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^better-sqlite3(-13)?$' },
    },
    {
      name: 'not-to-spec',
      severity: 'error',
      from: { pathNot: spec },
      to: { path: spec },
    },
    {
      name: 'service-not-to-test',
      severity: 'error',
      from: { path: '^src/', pathNot: spec },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-nest-internals',
      comment: 'Inner paths of @nestjs packages change without notice.',
      severity: 'error',
      from: {},
      to: {
        path: '^node_modules/@nestjs/[^/]+/',
        pathNot: '^node_modules/@nestjs/[^/]+/(dist/)?index\\.(d\\.)?[cm]?[jt]s$',
      },
    },
    {
      name: 'telling-names',
      comment: 'Name a file by what it does; a drawer for everything fills up with everything.',
      severity: 'error',
      from: { path: '(^|/)(utils?|helpers?|common|shared|managers?|base)\\.ts$' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'require', 'default', 'types'],
      mainFields: ['main', 'types', 'typings'],
    },
  },
};
