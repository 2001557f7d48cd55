import { buildService } from '../support/servers/built-process';
import { testServer } from '../support/service/database';
import { runExportRoundTrip } from './export-round-trip';
import { type Fault, faults } from './faults';
import { runJournalDrill } from './journal';
import { runMigrationsDrill } from './migrations/run-migrations-drill';
import { expectUnharmed, oneProcess, withStage, runShortDrill } from './short-drill';
import { Stage } from './stage';
import { runWebhooksDrill } from './webhooks-away';

const kill = faults['kill'] as Fault;

/** Too long for every change. */
describe(`a long drill on ${testServer === undefined ? 'SQLite' : 'MariaDB'}`, () => {
  beforeAll(() => buildService());

  it('sigterm: what 40 clients were answered is there, and nothing twice', async () => {
    expectUnharmed(await runShortDrill('sigterm'));
  });

  // It is about what the drills see: the same on each engine.
  (testServer === undefined ? it : it.skip)(
    'catches a build that forgets its Idempotency-Keys',
    async () => {
      const { violations } = await runShortDrill('lost-answers', 'no-replays');
      expect(violations.join('\n')).toMatch(
        /twice|was answered and is lost|two RMAs|refused and is there/,
      );
    },
  );

  it('journal: readers see every entry once, in order, whatever is open or killed', async () => {
    const slow =
      testServer === undefined ? { writers: 1, longest: 100 } : { writers: 4, longest: 2000 };
    const outcome = await withStage((stage) =>
      runJournalDrill(stage, { faults: [kill], seed: 1, acts: 250, slow }),
    );
    expect(outcome.violations).toEqual([]);
    expect(outcome.requests).toBe(250);
    expect(outcome.answered).toBe(250);
    // Refusals for the moment are tried again, too, but were answered.
    expect(outcome.lost).toBeGreaterThan(0);
    expect(outcome.lost).toBeLessThanOrEqual(outcome.retried);
  });

  it('webhooks-away: every change is delivered, in the order of its record, with processes away or killed', async () => {
    const outcome = await withStage((stage) =>
      runWebhooksDrill(stage, { faults: [kill], seed: 1, acts: 100 }),
    );
    expect(outcome.violations).toEqual([]);
    expect(outcome.inFlight).toHaveLength(1);
  }, 240_000);

  it('export-round-trip: what has changed brings a copy level, whatever was done or killed', async () => {
    const outcome = await withStage(async (stage) => {
      const copy = await Stage.create(oneProcess);
      try {
        return await runExportRoundTrip(stage, copy, { strikes: 1, seed: 1, acts: 50 });
      } finally {
        await copy.dismantle();
      }
    });
    expect(outcome.violations).toEqual([]);
    expect(outcome.inFlight).toHaveLength(1);
  }, 600_000);

  // That on a server needs one of its own; cut-off-migrations.spec.ts cuts off without processes.
  (testServer === undefined ? it : it.skip)(
    'migrations: what is killed half-way comes to the same end',
    async () => {
      jest.spyOn(console, 'log').mockReturnValue();
      const outcome = await runMigrationsDrill(undefined, { users: 20, isUndisturbed: false });
      jest.restoreAllMocks();
      expect(outcome.violations).toEqual([]);
      expect(outcome.lost).toBeGreaterThan(10);
    },
    240_000,
  );
});
