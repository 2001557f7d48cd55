import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../core/clock';
import { plan } from '../../core/load-plan';
import { type Stores, isAtLeast, isAtMost, plus } from '../../database';
import { FileStoreBusy } from './file-errors';
import { FILE_LOCK_TURN_ID, FileLock, FileLockTurn } from './file-lock.entity';
import type { FilePath } from './file-path';
import { Lease } from './lease';
import { type Held, LOCK_TIMEOUT_MS, PathLocks, ProcessLocks, overlap } from './path-locks';

const pathPlan = plan(FileLock, ['path']);

/** Milliseconds. */
interface Times {
  /** What is held is lost when its process has not been heard of for so long. */
  readonly lease: number;
  /** How long one waits for other processes. */
  readonly patience: number;
}

/**
 * Locks that all processes of the service share: rows in the database. Work of this process queues in
 * memory first, so that only one of its turns asks the database for the same paths. A process that dies
 * loses its locks when the lease is over; the clocks of the machines have to agree to within seconds.
 */
export class SharedLocks extends PathLocks {
  private readonly own = new ProcessLocks();

  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly times: Times = { lease: 15_000, patience: LOCK_TIMEOUT_MS },
  ) {
    super();
  }

  async hold<T>(paths: readonly FilePath[], work: (held: Held) => Promise<T>): Promise<T> {
    // Nobody would see the locks before its commit, and it would hold its records for all the time.
    if (this.stores.database.unit) throw new Error('Files are not changed inside a unit of work');
    return this.own.hold(paths, async () => {
      const lease = await this.taken(paths);
      lease.keep();
      try {
        return await work(lease);
      } finally {
        await lease.end();
      }
    });
  }

  private async taken(paths: readonly FilePath[]): Promise<Lease> {
    const end = performance.now() + this.times.patience;
    for (let attempt = 0; ; attempt++) {
      const lease = new Lease(this.stores, this.clock, this.times.lease);
      // While others hold the paths, a look is enough; it keeps nobody waiting.
      const isWorthIt = attempt === 0 || !(await this.areHeld(paths));
      if (isWorthIt && (await this.tryTake(paths, lease))) return lease;
      if (performance.now() > end) throw new FileStoreBusy();
      await pause(10 + Math.random() * Math.min(10 * 2 ** attempt, 150));
    }
  }

  private tryTake(paths: readonly FilePath[], lease: Lease): Promise<boolean> {
    const { writer, unitOfWork } = this.stores;
    return unitOfWork.run(async () => {
      await writer.update(FileLockTurn, FILE_LOCK_TURN_ID, { taken: plus(1) });
      await writer.remove(FileLock, [isAtMost('expiresAt', this.clock.now())]);
      if (await this.areHeld(paths)) return false;
      await lease.store(paths);
      return true;
    });
  }

  private async areHeld(paths: readonly FilePath[]): Promise<boolean> {
    const held = await this.stores.loader.where(
      FileLock,
      [isAtLeast('expiresAt', this.clock.now())],
      pathPlan,
    );
    return overlap(
      held.map(({ path }) => path as FilePath),
      paths,
    );
  }
}
