import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import type { RecordingVerifactuMode } from './entities/verifactu-chain.entity';

/** The last number of a series. */
export interface SeriesHighWaterMark {
  readonly type: number;
  readonly headquarterId: number;
  readonly year: number;
  readonly last: number;
}

/** The latest record of a chain that this host knows of. */
export interface ChainHighWaterMark {
  readonly taxNumber: string;
  readonly mode: RecordingVerifactuMode;
  /** Id of the chain's installation (NumeroInstalacion), unique to the chain. */
  readonly installation: string;
  readonly sequence: number;
  readonly hash: string;
  readonly series: readonly SeriesHighWaterMark[];
}

/** Records that are issued within this time share a write. The sender flushes before it sends them to AEAT. */
const WRITE_DELAY_MS = 200;

/** A mark, with the file that contains it. */
interface MarkFile {
  readonly path: string;
  readonly mark: ChainHighWaterMark;
}

/**
 * Marks of the latest records, in files that no backup contains. A database whose last record is older than the mark
 * was restored from a backup. Files never change: a newer mark is a new file, and its writer removes those that it
 * has read and merged. So processes that write at the same time lose none.
 */
@Injectable()
export class ChainHighWaterMarks implements OnApplicationShutdown {
  private readonly logger = new Logger(ChainHighWaterMarks.name);
  private readonly folder: string;
  /** By installation. */
  private readonly marks = new Map<string, ChainHighWaterMark>();
  /** Installations whose marks are newer than their files. */
  private readonly unwrittenInstallations = new Set<string>();
  private pendingWrite: Promise<void> | undefined;
  private flushTimer: NodeJS.Timeout | undefined;

  constructor({ verifactuMarks }: Configuration) {
    this.folder = resolve(verifactuMarks);
  }

  /** Reads the marks that other processes have written. */
  async load(): Promise<void> {
    for (const { mark } of await this.readAll()) this.mergeMark(mark);
  }

  /** The marks of all installations of a tax number. */
  listByTaxNumber(taxNumber: string): ChainHighWaterMark[] {
    return this.list().filter((one) => one.taxNumber === taxNumber);
  }

  list(): ChainHighWaterMark[] {
    return [...this.marks.values()];
  }

  /** Stores a mark, and writes it soon. If a newer record of the chain is known, only the numbers of series are merged. */
  advance(mark: ChainHighWaterMark): void {
    if (!this.mergeMark(mark)) return;
    this.unwrittenInstallations.add(mark.installation);
    this.flushTimer ??= setTimeout(() => void this.flushAndLogErrors(), WRITE_DELAY_MS).unref();
  }

  onApplicationShutdown(): Promise<void> {
    return this.flushAndLogErrors();
  }

  private async flushAndLogErrors(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      this.logger.error(`VERIFACTU_MARKS: ${(error as Error).message}`);
    }
  }

  /**
   * Writes the marks that are newer than their files, and waits for the disk.
   * @throws the error of the file system
   */
  async flush(): Promise<void> {
    clearTimeout(this.flushTimer);
    this.flushTimer = undefined;
    while (this.pendingWrite) await this.pendingWrite.catch(() => undefined);
    if (this.unwrittenInstallations.size === 0) return;
    this.pendingWrite = this.writeUnwrittenMarks();
    try {
      await this.pendingWrite;
    } finally {
      this.pendingWrite = undefined;
    }
  }

  private async writeUnwrittenMarks(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const files = await this.readAll();
    for (const { mark } of files) this.mergeMark(mark);
    for (const installation of [...this.unwrittenInstallations]) {
      const mark = this.marks.get(installation) as ChainHighWaterMark;
      this.unwrittenInstallations.delete(installation);
      try {
        await this.write(mark);
      } catch (error) {
        this.unwrittenInstallations.add(installation);
        throw error;
      }
      const merged = files.filter((one) => one.mark.installation === installation);
      await Promise.all(merged.map(({ path }) => rm(path, { force: true })));
    }
  }

  private async write(mark: ChainHighWaterMark): Promise<void> {
    const name = `${mark.mode}-${mark.taxNumber}.${randomUUID()}`;
    const temporaryPath = join(this.folder, name);
    const file = await open(temporaryPath, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(mark));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, `${temporaryPath}.json`);
    await syncFolder(this.folder);
  }

  private async readAll(): Promise<MarkFile[]> {
    for (;;) {
      const names = await listFileNames(this.folder);
      const paths = names
        .filter((name) => MARK_FILE_PATTERN.test(name))
        .map((name) => join(this.folder, name));
      const marks = await Promise.all(paths.map(readMark));
      // A file that was removed in the meantime has a successor, which the listing may lack.
      if (marks.includes('removed')) continue;
      return paths.flatMap((path, at): MarkFile[] => {
        const mark = marks[at];
        return typeof mark === 'object' ? [{ path, mark }] : [];
      });
    }
  }

  /** @returns whether the mark has a newer record, or a larger number of a series, than the known one */
  private mergeMark(mark: ChainHighWaterMark): boolean {
    const known = this.marks.get(mark.installation);
    const newest = known && known.sequence >= mark.sequence ? known : mark;
    const series = mergeSeries(known?.series ?? [], mark.series);
    this.marks.set(mark.installation, { ...newest, series });
    return newest === mark || series.some((one) => !known?.series.includes(one));
  }
}

/** Name of a file of a mark. */
const MARK_FILE_PATTERN = /^(test|on)-[A-Z0-9]{9}\.[0-9a-f-]{36}\.json$/;

/** The larger number of each series. */
function mergeSeries(
  known: readonly SeriesHighWaterMark[],
  added: readonly SeriesHighWaterMark[],
): SeriesHighWaterMark[] {
  const merged = new Map<string, SeriesHighWaterMark>();
  for (const one of [...known, ...added]) {
    const key = `${one.type}/${one.headquarterId}/${one.year}`;
    if (one.last > (merged.get(key)?.last ?? 0)) merged.set(key, one);
  }
  return [...merged.values()];
}

async function listFileNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** @returns undefined for an unusable file: files come as a whole, so another program has made it */
async function readMark(path: string): Promise<ChainHighWaterMark | 'removed' | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ChainHighWaterMark;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'removed';
    throw error;
  }
}

/** Waits until the disk has the names of a folder's files. */
async function syncFolder(folder: string): Promise<void> {
  const folderHandle = await open(folder, 'r');
  try {
    await folderHandle.sync();
  } finally {
    await folderHandle.close();
  }
}
