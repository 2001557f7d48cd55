import { setTimeout as pause } from 'node:timers/promises';
import type { MariaDbServer } from '../support/servers/mariadb-server';
import { largePages, pipelining, slowReaders } from './attacks';
import type { Stage } from './stage';

/** A fault of a service under load. */
export interface Fault {
  /** It is over, and the service can be reached again, when this ends. */
  readonly strike: (stage: Stage) => Promise<void>;
  /** The part of the stage that it needs. */
  readonly needs: 'nothing' | 'mariadb' | 'cluster' | 'redis' | 's3' | 'disk' | 'workers';
  /** Whether nothing is lost that a process knew: webhooks then go out once. */
  readonly isGentle: boolean;
}

/** How long something stays away, in milliseconds. */
const OUTAGE_MS = 2000;

/** Attacks of clients without credentials. */
const attack = (strike: Fault['strike']): Fault => ({ strike, needs: 'nothing', isGentle: true });

/** The drills by their names. */
export const faults: Readonly<Record<string, Fault>> = {
  none: { strike: () => Promise.resolve(), needs: 'nothing', isGentle: true },
  'lost-answers': {
    strike: (stage) => {
      stage.loseAnswers(60);
      return Promise.resolve();
    },
    ...{ needs: 'nothing', isGentle: true },
  },
  kill: { strike: (stage) => stage.kill(), needs: 'nothing', isGentle: false },
  'worker-kill': {
    strike: (stage) => stage.killWorker(),
    ...{ needs: 'workers', isGentle: false },
  },
  sigterm: { strike: (stage) => stage.terminate(), needs: 'nothing', isGentle: true },
  'slow-readers': attack(slowReaders),
  pipelining: attack(pipelining),
  'large-pages': attack(largePages),
  'database-kill': databaseOutage((server) => server.kill()),
  'database-stop': databaseOutage((server) => server.stop()),
  'database-hang': {
    strike: async ({ server }) => {
      server.suspend();
      await pause(3000);
      server.resume();
    },
    ...{ needs: 'mariadb', isGentle: false },
  },
  'redis-kill': {
    strike: async ({ redis }) => {
      await redis?.kill();
      await pause(OUTAGE_MS);
      await redis?.begin();
    },
    ...{ needs: 'redis', isGentle: true },
  },
  's3-loss': {
    strike: async (stage) => {
      stage.cutFiles(true);
      await pause(OUTAGE_MS);
      stage.cutFiles(false);
    },
    ...{ needs: 's3', isGentle: true },
  },
  'disk-full': {
    strike: async (stage) => {
      stage.fillDisk(true);
      await pause(OUTAGE_MS);
      stage.fillDisk(false);
    },
    ...{ needs: 'disk', isGentle: false },
  },
};

function databaseOutage(end: (server: MariaDbServer) => Promise<void>): Fault {
  return {
    strike: async (stage) => {
      await end(stage.server);
      await pause(OUTAGE_MS);
      await stage.server.begin();
    },
    ...{ needs: 'mariadb', isGentle: false },
  };
}
