import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/service/database';
import type { MariaDbServer } from '../support/servers/mariadb-server';
import { runDraining } from './draining';
import type { DrillOutcome } from './drill';
import { runMigrationsDrill } from './migrations/run-migrations-drill';
import { PreviousRelease } from './previous-release';
import { CleanupStack } from './cleanup-stack';

const ROUNDS = 3;
/** As in docker/cluster/compose.yaml. */
const DRAIN_SECONDS = 5;

/** Options of a drill of an update. */
interface UpdateDrillPlan {
  readonly seed: number;
  /** Number of users in the store that is migrated. */
  readonly users: number;
  /** Whether that is only measured. */
  readonly isUndisturbed: boolean;
  /** Specs of the previous release, all HTTP specs by default. */
  readonly specs?: readonly string[];
}

type UpdateDrill = (
  server: MariaDbServer | undefined,
  effort: UpdateDrillPlan,
  running: CleanupStack,
) => Promise<DrillOutcome>;

/** The drills of updates by their names. */
export const updates: Readonly<Record<string, UpdateDrill>> = {
  draining: withCleanup(async (server, { seed }, started) => {
    const databaseUrl = server ? await server.database('drill_draining') : sqliteIn(started);
    const plan = { databaseUrl, seed, rounds: ROUNDS, drainSeconds: DRAIN_SECONDS };
    return runDraining(plan, started);
  }),
  migrations: (server, effort) => runMigrationsDrill(server, effort),
  'previous-release': withCleanup((server, { specs }, started) => {
    const release = new PreviousRelease(server);
    started.add(() => release.end());
    return release.runSpecs(specs);
  }),
};

/** With all that it has started ended, also when it is interrupted. */
function withCleanup(play: UpdateDrill): UpdateDrill {
  return async (server, effort, running) => {
    const started = new CleanupStack();
    running.add(() => started.runAll());
    try {
      return await play(server, effort, started);
    } finally {
      await started.runAll();
    }
  };
}

function sqliteIn(started: CleanupStack): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  started.add(() => {
    rmSync(folder, { recursive: true, force: true });
    return Promise.resolve();
  });
  return `sqlite:${join(folder, 'store.sqlite')}`;
}
