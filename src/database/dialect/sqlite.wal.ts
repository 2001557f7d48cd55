import { statSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';

/** Bytes that the write-ahead log may have where nobody says otherwise. */
export const WAL_BYTES = 2 ** 30;

/** What is left of the log once it is begun anew; SQLite begins it anew at some 4 MiB, while nobody reads for long. */
export const WAL_KEPT_BYTES = 2 ** 26;

/** Between two looks at the log. */
const LOOK_MS = 1000;

/** A read of one state has gone on while too much was written. */
export class SnapshotOutgrown extends Error {
  constructor() {
    super(
      'what was written meanwhile outgrew SQLITE_WAL_BYTES: read when less is written, or allow more',
    );
  }
}

/**
 * The bound of a file's write-ahead log. All that is written stands there until it is in the file itself and nobody reads
 * a state from before it.
 */
export class WalBound {
  private lookedAt = performance.now();

  constructor(
    private readonly path: string,
    private readonly most: number,
  ) {}

  /** Begins the log anew where it is past the bound; waits for readers as long as the connection waits at all. */
  shrink(writing: Sqlite.Database): void {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_MS) return;
    this.lookedAt = now;
    if (this.bytes() > this.most) writing.pragma('wal_checkpoint(TRUNCATE)');
  }

  /**
   * Calls back once the log has grown past the bound, and since now: a read that begins beside a large log is not the one
   * that has made it so.
   * @returns what ends that
   */
  watch(outgrown: () => void): () => void {
    const begun = this.bytes();
    const timer = setInterval(() => {
      const bytes = this.bytes();
      if (bytes > this.most && bytes > begun) outgrown();
    }, LOOK_MS).unref();
    return () => clearInterval(timer);
  }

  private bytes(): number {
    return statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}
