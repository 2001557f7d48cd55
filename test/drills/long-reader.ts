import { statSync } from 'node:fs';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Database, DataAccess } from '../../src/database';
import { openSqlite } from '../../src/database/dialect/sqlite.driver';
import { writeExport } from '../../src/platform/data-transfer/exports';
import { openReadOnlyFileStore } from '../../src/platform/media/files';
import { MASTER_KEY } from '../support/service/service';
import type { DrillOutcome } from './drill';
import type { Stage } from './stage';

const MEBIBYTE = 1024 * 1024;
const MINUTE_MS = 60_000;

/** The bound of the log for the service and the command: small, so that it is reached every few seconds. */
export const WAL_BYTES = 32 * MEBIBYTE;
/** The log is looked at every second, and written on until then. */
const MAX_WAL_BYTES = 2 * WAL_BYTES;
/** How soon it is below the bound again once nobody reads, in milliseconds. */
const SHRINK_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 100;

const PATH = '/v1/usersGroups';
const GROUPS = 400;
const WRITERS = 4;
/** Between two writes of a writer: the store is not to grow by gigabytes in an hour. */
const WRITE_PAUSE_MS = 20;
const TEXT = 'x'.repeat(30_000);
/** The amount that the slow reader takes, and how often. */
const SLOW_READ_BYTES = 64 * 1024;
const SLOW_READ_INTERVAL_MS = 250;

/** The reason in the output of an export that had to end. */
const WAL_LIMIT_REASON = 'SQLITE_WAL_BYTES';

/**
 * A client reads one state of the store all the time while others write. It reads an export slowly, and starts it
 * again whenever it ends. For a tenth of the time, a minute at most, a process outside the service reads as well.
 *
 * No write may fail, and the write-ahead log has to keep within its bound except in that tenth. A line of the
 * outcome counts writes for requests.
 */
export async function runLongReader(stage: Stage, minutes: number): Promise<DrillOutcome> {
  const begin = performance.now();
  const length = minutes * MINUTE_MS;
  const log = new WalWatch(`${stage.sqliteFile}-wal`);
  const run = new LongReader(stage, log, begin + length);
  try {
    const ids = await run.fill();
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, at) => run.write(ids, at)),
      run.exportSlowly(),
      pause(0.45 * length).then(() => run.readOutside(Math.min(0.1 * length, MINUTE_MS))),
    ]);
  } finally {
    log.stop();
  }
  run.checkResult();
  return {
    ...{ requests: run.writes, answered: run.writes - run.failed, lost: 0, retried: 0 },
    ...{ inFlight: [], violations: stage.violations },
    seconds: Math.round((performance.now() - begin) / 1000),
  };
}

class LongReader {
  writes = 0;
  failed = 0;
  private endedByLimit = 0;

  /** @param end when everybody stops, in milliseconds of the process */
  constructor(
    private readonly stage: Stage,
    private readonly log: WalWatch,
    private readonly end: number,
  ) {}

  /** @returns ids of what is written on */
  async fill(): Promise<number[]> {
    const ids: number[] = [];
    for (let at = 0; at < GROUPS; at++) {
      const body = { usersGroups: { pId: `group-${at}`, name: 'Group', description: TEXT } };
      const answer = await this.send('POST', PATH, body);
      ids.push(((await answer.json()) as { ID: number }).ID);
    }
    return ids;
  }

  async write(ids: readonly number[], writer: number): Promise<void> {
    for (let at = writer; !this.isOver(); at += WRITERS) {
      const description = `${at}${TEXT}`;
      const path = `${PATH}/${ids[at % ids.length]}`;
      this.writes++;
      const answer = await this.send('PUT', path, { usersGroups: { description } });
      await answer.arrayBuffer();
      if (answer.status !== 200) this.failed++;
      await pause(WRITE_PAUSE_MS);
    }
  }

  /** One export after the other, each until it was ended; what an export is made with, as in the service. */
  async exportSlowly(): Promise<void> {
    const { sqliteFile, commandEnvironment } = this.stage;
    const database = await Database.open(`sqlite:${sqliteFile}`, { maxWalBytes: WAL_BYTES });
    const dataAccess = DataAccess.forDatabase(database);
    const filesUrl = commandEnvironment['FILES_URL'] ?? '';
    const files = await openReadOnlyFileStore({ filesUrl, s3Region: '' }, dataAccess);
    const options = { types: ['userGroup'], language: 'en' };
    try {
      while (!this.isOver()) {
        const said = await writeExport({ ...dataAccess, files }, this.slowReader(), options).then(
          () => 'done',
          (error: unknown) => String(error),
        );
        if (said.includes(WAL_LIMIT_REASON)) this.endedByLimit++;
        else if (!this.isOver()) this.stage.violations.push(`The export: ${said}`);
      }
    } finally {
      await files.close();
      await database.close();
    }
  }

  /** Takes lines slowly, and all at once when the drill is over. */
  private slowReader(): Writable {
    return new Writable({
      write: (chunk: Buffer, _, taken) => {
        void this.readSlowly(chunk.length).then(() => taken());
      },
    });
  }

  private async readSlowly(bytes: number): Promise<void> {
    for (let left = bytes; left > 0 && !this.isOver(); left -= SLOW_READ_BYTES)
      await pause(SLOW_READ_INTERVAL_MS);
  }

  /** A transaction of a process that knows nothing of the service. */
  async readOutside(milliseconds: number): Promise<void> {
    const file = openSqlite(this.stage.sqliteFile, { readonly: true });
    this.log.isExcused = true;
    try {
      file.exec('BEGIN');
      file.prepare('SELECT COUNT(*) FROM user_groups').all();
      await pause(milliseconds);
    } finally {
      file.close();
    }
    const freed = performance.now();
    while (this.log.bytes > WAL_BYTES) {
      if (performance.now() - freed > SHRINK_TIMEOUT_MS) {
        this.stage.violations.push(`The log has ${inMebibytes(this.log.bytes)} after its reader`);
        break;
      }
      await pause(POLL_INTERVAL_MS);
    }
    this.log.isExcused = false;
  }

  checkResult(): void {
    const { stage, log, endedByLimit } = this;
    console.log(
      `    The log had at most ${inMebibytes(log.maxBytes)} of ${inMebibytes(WAL_BYTES)}, ` +
        `${inMebibytes(log.maxExcusedBytes)} while another process read; ${endedByLimit} exports were ended`,
    );
    if (this.failed > 0) stage.violations.push(`${this.failed} writes failed`);
    if (endedByLimit === 0) stage.violations.push('No export was ended: nothing was tried');
    if (log.maxBytes > MAX_WAL_BYTES)
      stage.violations.push(`The log had ${inMebibytes(log.maxBytes)}`);
  }

  private isOver(): boolean {
    return performance.now() > this.end;
  }

  private send(method: string, path: string, body: object): Promise<Response> {
    return fetch(`${this.stage.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}

/** Looks at the write-ahead log again and again. */
class WalWatch {
  /** While a process outside the service reads, the log may grow. */
  isExcused = false;
  maxBytes = 0;
  maxExcusedBytes = 0;
  private readonly timer = setInterval(() => this.sample(), POLL_INTERVAL_MS);

  constructor(private readonly path: string) {}

  get bytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private sample(): void {
    const { bytes } = this;
    if (this.isExcused) this.maxExcusedBytes = Math.max(this.maxExcusedBytes, bytes);
    else this.maxBytes = Math.max(this.maxBytes, bytes);
  }
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE)} MiB`;
}
