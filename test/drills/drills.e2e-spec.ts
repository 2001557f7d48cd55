import { buildService } from '../support/servers/built-process';
import { testServer } from '../support/service/database';
import { expectUnharmed, runShortDrill } from './short-drill';

const engine = testServer === undefined ? 'SQLite' : 'MariaDB';

/** The others are in long-drills.e2e-spec.ts. */
describe(`a drill on ${engine}`, () => {
  beforeAll(() => buildService());

  it('kill: what 40 clients were answered is there, and nothing twice', async () => {
    expectUnharmed(await runShortDrill('kill'));
  });
});
