import { requireCalmNode } from './sqlite.options';

describe('Node.js beside SQLite', () => {
  it.each(['20.19.0', '22.23.3', '24.18.9'])('may be %s', (version) => {
    expect(() => requireCalmNode(version)).not.toThrow();
  });

  it.each(['24.19.0', '24.21.0', '25.0.0', '26.1.0'])('may not be %s', (version) => {
    expect(() => requireCalmNode(version)).toThrow(
      `Node.js ${version} aborts processes that use SQLite by this version of the service: use Node.js 20 or 22, or MariaDB`,
    );
  });
});
