import { loadDriver, openSqlite, type DriverLoaders, getSqlitePackage } from './sqlite.driver';

const absent = (): never => {
  throw new Error("Cannot find module 'better-sqlite3'");
};
const withoutBinary = () =>
  function (): never {
    throw new Error('Cannot find better_sqlite3.node\nRequire stack:\n- lib/binding.js');
  };
const both = (load: () => unknown): DriverLoaders => ({
  'better-sqlite3': load,
  'better-sqlite3-13': load,
});

describe('The SQLite driver', () => {
  it.each([
    ['20.19.0', 'better-sqlite3'],
    ['22.23.3', 'better-sqlite3-13'],
    ['24.21.0', 'better-sqlite3-13'],
    ['26.12.1', 'better-sqlite3-13'],
  ])('depends on the release of Node.js: %s', (node, name) => {
    expect(getSqlitePackage(node)).toBe(name);
  });

  it.each([
    ['20.19.0', /: run npm ci with this Node\.js, with Python 3, make and a C\+\+ compiler$/],
    ['24.21.0', /: run npm ci with this Node\.js$/],
  ])('names the remedy in one line without an installed package: %s', (node, remedy) => {
    const load = () => loadDriver(both(absent), node);
    expect(load).toThrow(`Node.js ${node} can't load the SQLite driver: `);
    expect(load).toThrow(remedy);
  });

  it.each([
    ['20.19.0', /: run npm rebuild better-sqlite3, with Python 3, make and a C\+\+ compiler$/],
    [
      '22.23.3',
      /: use MariaDB, or Node\.js 20 with a compiler \([^()]*: Cannot find better_sqlite3\.node\)$/,
    ],
  ])('names the remedy in one line if it has no binary: %s', (node, remedy) => {
    expect(() => loadDriver(both(withoutBinary), node)).toThrow(remedy);
  });

  it('opens files', () => {
    const file = openSqlite(':memory:');
    expect(file.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 });
    file.close();
  });
});
