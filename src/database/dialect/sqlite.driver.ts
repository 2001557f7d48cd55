/* oxlint-disable project/sqlite-driver, typescript/no-require-imports -- the only place that loads the driver: npm installs one of two packages, depending on Node.js */
import type Sqlite from 'better-sqlite3';

export type { default as Sqlite } from 'better-sqlite3';

type Driver = typeof Sqlite;

/** SQLite's driver can't be loaded. The message contains the remedy. */
class NoSqliteDriver extends Error {
  readonly code = 'NO_SQLITE_DRIVER';
}

/** better-sqlite3 13 needs Node.js 22; 12 aborts processes of Node.js 24.19 and later. */
const MIN_NODE_FOR_DRIVER_13 = 22;

/** Functions that load the packages. */
export type DriverLoaders = Readonly<Record<'better-sqlite3' | 'better-sqlite3-13', () => unknown>>;

const driverLoaders: DriverLoaders = {
  'better-sqlite3': () => require('better-sqlite3') as unknown,
  'better-sqlite3-13': () => require('better-sqlite3-13') as unknown,
};

/** Returns the package of SQLite's driver for a version of Node.js. */
export function getSqlitePackage(nodeVersion = process.versions.node): keyof DriverLoaders {
  return Number.parseInt(nodeVersion, 10) < MIN_NODE_FOR_DRIVER_13
    ? 'better-sqlite3'
    : 'better-sqlite3-13';
}

let loadedDriver: Driver | undefined;

/**
 * Returns SQLite's driver for this Node.js.
 * @throws NoSqliteDriver
 */
export function getSqliteDriver(): Driver {
  loadedDriver ??= loadDriver(driverLoaders);
  return loadedDriver;
}

/**
 * Opens a SQLite file, which is created if it doesn't exist.
 * @throws NoSqliteDriver, or the driver's error
 */
export function openSqlite(path: string, options?: Sqlite.Options): Sqlite.Database {
  return new (getSqliteDriver())(path, options);
}

/**
 * Loads a driver and checks its binary.
 * @param loaders functions that load the packages
 * @throws NoSqliteDriver
 */
export function loadDriver(loaders: DriverLoaders, nodeVersion = process.versions.node): Driver {
  const name = getSqlitePackage(nodeVersion);
  const createNoDriverError = (remedy: string, cause: unknown): NoSqliteDriver =>
    new NoSqliteDriver(`Node.js ${nodeVersion} can't load the SQLite driver: ${remedy}`, { cause });
  let driver: Driver;
  try {
    driver = loaders[name]() as Driver;
  } catch (error) {
    throw createNoDriverError(remedies[name].package, error);
  }
  try {
    new driver(':memory:').close();
  } catch (error) {
    // The lines after the first are the stack of `require`.
    const [reason = ''] = (error as Error).message.split('\n');
    throw createNoDriverError(remedies[name].binary(reason), error);
  }
  return driver;
}

const COMPILER_HINT = 'with Python 3, make and a C++ compiler';

const remedies = {
  'better-sqlite3': {
    package: `run npm ci with this Node.js, ${COMPILER_HINT}`,
    binary: () => `run npm rebuild better-sqlite3, ${COMPILER_HINT}`,
  },
  'better-sqlite3-13': {
    package: 'run npm ci with this Node.js',
    binary: (reason: string) =>
      `use MariaDB, or Node.js 20 with a compiler (${process.platform}-${process.arch}: ${reason})`,
  },
} satisfies Record<keyof DriverLoaders, object>;
