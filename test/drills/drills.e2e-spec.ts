import { buildService } from '../support/built-process';
import { testServer } from '../support/database';
import { expectUnharmed, shortDrill } from './short-drill';

const engine = testServer === undefined ? 'SQLite' : 'MariaDB';

/** The others are in long-drills.e2e-spec.ts. */
describe(`a drill on ${engine}`, () => {
  beforeAll(() => buildService());

  it('kill: what 40 clients were answered is there, and nothing twice', async () => {
    expectUnharmed(await shortDrill('kill'));
  });

  // It is about what the drills see: the same on each engine.
  (testServer === undefined ? it : it.skip)(
    'catches a build that forgets its Idempotency-Keys',
    async () => {
      const { violations } = await shortDrill('lost-answers', 'no-replays');
      expect(violations.join('\n')).toMatch(
        /twice|was answered and is lost|two RMAs|refused and is there/,
      );
    },
  );
});
