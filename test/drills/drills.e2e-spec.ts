import { buildService } from '../support/built-process';
import { testDatabaseUrl, testServer } from '../support/database';
import { type Outcome, play } from './drill';
import { playExports } from './export-round-trip';
import { type Fault, faults } from './faults';
import { playJournal } from './journal';
import { playMigrations } from './migrations/play';
import { Stage } from './stage';
import { playWebhooks } from './webhooks-away';

const kill = faults['kill'] as Fault;

/** A drill with one strike; `npm run drills` plays them all, longer. */
async function short(drill: string, broken?: string): Promise<Outcome> {
  const database = await testDatabaseUrl();
  const fault = faults[drill];
  if (!fault) throw new Error(`There is no drill ${drill}`);
  const stage = await Stage.set({
    ...{ databaseUrl: database.url, processes: 1, files: 'local', redis: false },
    ...(broken === undefined ? {} : { broken }),
  });
  try {
    return await play(stage, { faults: [fault], seed: 1, acts: 180, files: 'local' });
  } finally {
    await stage.dismantle();
    await database.drop();
  }
}

describe(`a drill on ${testServer === undefined ? 'SQLite' : 'MariaDB'}`, () => {
  beforeAll(() => buildService());

  it.each(['kill', 'sigterm'])(
    '%s: what 40 clients were answered is there, and nothing twice',
    async (drill) => {
      const outcome = await short(drill);
      expect(outcome.violations).toEqual([]);
      expect(outcome.answered).toBe(outcome.requests);
      expect(outcome.requests).toBeGreaterThan(100);
      expect(outcome.inFlight).toEqual([expect.any(Number)]);
      expect(outcome.inFlight[0]).toBeGreaterThan(40);
    },
  );

  it('journal: readers see every entry once, in order, whatever is open or killed', async () => {
    const database = await testDatabaseUrl();
    const stage = await Stage.set({
      ...{ databaseUrl: database.url, processes: 1, files: 'local', redis: false },
    });
    try {
      const slow =
        testServer === undefined ? { writers: 1, longest: 100 } : { writers: 4, longest: 2000 };
      const outcome = await playJournal(stage, { faults: [kill], seed: 1, acts: 250, slow });
      expect(outcome.violations).toEqual([]);
      expect(outcome.requests).toBe(250);
      expect(outcome.answered).toBe(250);
      // Refusals for the moment are tried again, too, but were answered.
      expect(outcome.lost).toBeGreaterThan(0);
      expect(outcome.lost).toBeLessThanOrEqual(outcome.retried);
    } finally {
      await stage.dismantle();
      await database.drop();
    }
  });

  it('webhooks-away: every change is told, in the order of its record, whoever is away or killed', async () => {
    const database = await testDatabaseUrl();
    const stage = await Stage.set({
      ...{ databaseUrl: database.url, processes: 1, files: 'local', redis: false },
    });
    try {
      const outcome = await playWebhooks(stage, { faults: [kill], seed: 1, acts: 100 });
      expect(outcome.violations).toEqual([]);
      expect(outcome.inFlight).toHaveLength(1);
    } finally {
      await stage.dismantle();
      await database.drop();
    }
  }, 240_000);

  it('export-round-trip: what has changed brings a copy level, whatever was done or killed', async () => {
    const database = await testDatabaseUrl();
    const options = { processes: 1, files: 'local', redis: false } as const;
    const stages = [await Stage.set({ ...options, databaseUrl: database.url })];
    try {
      stages.push(await Stage.set(options));
      const [stage, copy] = stages as [Stage, Stage];
      const outcome = await playExports(stage, copy, { strikes: 1, seed: 1, acts: 50 });
      expect(outcome.violations).toEqual([]);
      expect(outcome.inFlight).toHaveLength(1);
    } finally {
      for (const one of stages) await one.dismantle();
      await database.drop();
    }
  }, 600_000);

  // That on a server needs one of its own; cut-off-migrations.spec.ts cuts off without processes.
  (testServer === undefined ? it : it.skip)(
    'migrations: what is killed half-way comes to the same end',
    async () => {
      jest.spyOn(console, 'log').mockReturnValue();
      const outcome = await playMigrations(undefined, { users: 20, isUndisturbed: false });
      jest.restoreAllMocks();
      expect(outcome.violations).toEqual([]);
      expect(outcome.lost).toBeGreaterThan(10);
    },
    240_000,
  );

  it('catches a build that forgets its Idempotency-Keys', async () => {
    const { violations } = await short('lost-answers', 'no-replays');
    expect(violations.join('\n')).toMatch(
      /twice|was answered and is lost|two RMAs|refused and is there/,
    );
  });
});
