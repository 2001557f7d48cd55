import { BuiltService } from '../support/servers/built-process';
import type { GaleraCluster } from '../support/servers/galera-cluster';
import { MASTER_KEY } from '../support/service/service';
import type { DrillOutcome } from './drill';

/** How often two processes start at once. */
const TIMES = 3;

/** Milliseconds that a start may take with all migrations, each of which goes through the cluster. */
const START_TIMEOUT_MS = 90_000;

/** Two processes start at once on an empty database, each on a member of its own: one migrates, both serve. */
export async function startTogether(
  cluster: GaleraCluster,
  database: string,
): Promise<DrillOutcome> {
  const begin = performance.now();
  const violations: string[] = [];
  for (let time = 0; time < TIMES; time++) {
    const name = `${database}_${time}`;
    await cluster.createDatabase(name);
    const services = [0, 1].map((place) =>
      BuiltService.spawn({
        DATABASE_URL: `${cluster.at(place).url}/${name}`,
        BOOTSTRAP_API_KEY: MASTER_KEY,
        FILES_URL: 'file:./files',
        LOG_LEVEL: 'error',
      }),
    );
    try {
      const started = await Promise.allSettled(
        services.map((service) => service.listening(START_TIMEOUT_MS)),
      );
      for (const one of started)
        if (one.status === 'rejected') violations.push(String(one.reason).slice(0, 300));
    } finally {
      await Promise.all(services.map((service) => service.kill()));
    }
    await cluster.at(0).run(`DROP DATABASE ${name}`);
  }
  const counts = { requests: 2 * TIMES, answered: 2 * TIMES - violations.length };
  const seconds = Math.round((performance.now() - begin) / 1000);
  return { ...counts, lost: 0, retried: 0, inFlight: [], violations, seconds };
}
