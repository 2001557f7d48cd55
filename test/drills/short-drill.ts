import { testDatabaseUrl } from '../support/service/database';
import { type DrillOutcome, runDrill } from './drill';
import { faults } from './faults';
import { Stage, type StageOptions } from './stage';

/** One process that keeps its files itself. */
export const oneProcess = { processes: 1, files: 'local', redis: false } as const;

/** A stage over a new database of the run's engine, with both gone in the end. */
export async function withStage<T>(
  work: (stage: Stage) => Promise<T>,
  more: Partial<StageOptions> = {},
): Promise<T> {
  const database = await testDatabaseUrl();
  try {
    const stage = await Stage.create({ ...oneProcess, databaseUrl: database.url, ...more });
    try {
      return await work(stage);
    } finally {
      await stage.dismantle();
    }
  } finally {
    await database.drop();
  }
}

/** A drill with one strike; `npm run drills` plays them all, longer. */
export async function runShortDrill(drill: string, broken?: string): Promise<DrillOutcome> {
  const fault = faults[drill];
  if (!fault) throw new Error(`There is no drill ${drill}`);
  return withStage(
    (stage) => runDrill(stage, { faults: [fault], seed: 1, acts: 180, files: 'local' }),
    broken === undefined ? {} : { broken },
  );
}

/** Clients were at work when it struck, all of them were answered in the end, and nothing was lost or done twice. */
export function expectUnharmed(outcome: DrillOutcome): void {
  expect(outcome.violations).toEqual([]);
  expect(outcome.answered).toBe(outcome.requests);
  expect(outcome.requests).toBeGreaterThan(100);
  expect(outcome.inFlight).toEqual([expect.any(Number)]);
  expect(outcome.inFlight[0]).toBeGreaterThan(40);
}
