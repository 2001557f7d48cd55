/* oxlint-disable project/sqlite-driver, typescript/no-require-imports -- the only place that loads the driver: npm installs one of two packages, depending on Node.js */
import type Sqlite from 'better-sqlite3';

export type { default as Sqlite } from 'better-sqlite3';

type Driver = typeof Sqlite;

/** SQLite's driver can't be loaded. The message contains the remedy. */
class NoSqliteDriver extends Error {
  readonly code = 'NO_SQLITE_DRIVER';
}

/** better-sqlite3 13 needs Node.js 22; 12 aborts processes of Node.js 24.19 and later. */
const MIN_NODE_FOR_13 = 22;

/** Functions that load the packages. */
export type DriverPackages = Readonly<
  Record<'better-sqlite3' | 'better-sqlite3-13', () => unknown>
>;

const driverPackages: DriverPackages = {
  'better-sqlite3': () => require('better-sqlite3') as unknown,
  'better-sqlite3-13': () => require('better-sqlite3-13') as unknown,
};

/** Returns the package of SQLite's driver for a version of Node.js. */
export function getSqlitePackage(node = process.versions.node): keyof DriverPackages {
  return Number.parseInt(node, 10) < MIN_NODE_FOR_13 ? 'better-sqlite3' : 'better-sqlite3-13';
}

let loadedDriver: Driver | undefined;

/**
 * Returns SQLite's driver for this Node.js.
 * @throws NoSqliteDriver
 */
export function getSqliteDriver(): Driver {
  loadedDriver ??= loadDriver(driverPackages);
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
 * @param packages functions that load the packages
 * @throws NoSqliteDriver
 */
export function loadDriver(packages: DriverPackages, node = process.versions.node): Driver {
  const name = getSqlitePackage(node);
  const missing = (remedy: string, cause: unknown): NoSqliteDriver =>
    new NoSqliteDriver(`Node.js ${node} can't load the SQLite driver: ${remedy}`, { cause });
  let driver: Driver;
  try {
    driver = packages[name]() as Driver;
  } catch (error) {
    throw missing(remedies[name].package, error);
  }
  try {
    new driver(':memory:').close();
  } catch (error) {
    // The lines after the first are the stack of `require`.
    const [reason = ''] = (error as Error).message.split('\n');
    throw missing(remedies[name].binary(reason), error);
  }
  return driver;
}

const COMPILER = 'with Python 3, make and a C++ compiler';

const remedies = {
  'better-sqlite3': {
    package: `run npm ci with this Node.js, ${COMPILER}`,
    binary: () => `run npm rebuild better-sqlite3, ${COMPILER}`,
  },
  'better-sqlite3-13': {
    package: 'run npm ci with this Node.js',
    binary: (reason: string) =>
      `use MariaDB, or Node.js 20 with a compiler (${process.platform}-${process.arch}: ${reason})`,
  },
} satisfies Record<keyof DriverPackages, object>;
