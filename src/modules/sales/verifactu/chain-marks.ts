import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import type { ActiveVerifactuMode } from './entities/verifactu-chain.entity';

/** The last number of a series. */
export interface SeriesMark {
  readonly type: number;
  readonly headquarterId: number;
  readonly year: number;
  readonly last: number;
}

/** The latest record of a chain that this host knows of. */
export interface ChainMark {
  readonly taxNumber: string;
  readonly mode: ActiveVerifactuMode;
  readonly installation: string;
  readonly sequence: number;
  readonly hash: string;
  readonly series: readonly SeriesMark[];
}

type ChainKey = Pick<ChainMark, 'taxNumber' | 'mode'>;

/**
 * Marks of the latest records, in files that no backup contains: a database that was restored from a backup lacks records
 * from before its mark.
 */
@Injectable()
export class ChainMarks {
  private readonly logger = new Logger(ChainMarks.name);
  private readonly folder: string;
  private readonly marks = new Map<string, ChainMark>();
  /** Marks that are newer than their files. */
  private readonly unwritten = new Set<string>();
  private writing: Promise<void> | undefined;

  constructor({ verifactuMarks }: Configuration) {
    this.folder = resolve(verifactuMarks);
  }

  /** Reads the marks that other processes have written. */
  async load(): Promise<void> {
    for (const name of await listFiles(this.folder)) {
      if (!/^(test|on)-[A-Z0-9]{9}\.json$/.test(name)) continue;
      const mark = await readMark(join(this.folder, name));
      if (mark) this.keep(mark);
    }
  }

  find(chain: ChainKey): ChainMark | undefined {
    return this.marks.get(toKey(chain));
  }

  list(): readonly ChainMark[] {
    return [...this.marks.values()];
  }

  /** Keeps a mark, and writes it soon. A mark of an earlier record of the same chain changes nothing. */
  advance(mark: ChainMark): void {
    if (!this.keep(mark)) return;
    this.unwritten.add(toKey(mark));
    void this.flush().catch((error: unknown) => {
      this.logger.error(`VERIFACTU_MARKS: ${(error as Error).message}`);
    });
  }

  /**
   * Writes all marks to their files, and waits for the disk.
   * @throws the error of the file system
   */
  async flush(): Promise<void> {
    while (this.writing) await this.writing.catch(() => undefined);
    if (this.unwritten.size === 0) return;
    this.writing = this.writeAll();
    try {
      await this.writing;
    } finally {
      this.writing = undefined;
    }
  }

  private async writeAll(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const key of [...this.unwritten]) {
      const path = join(this.folder, `${key}.json`);
      const stored = await readMark(path);
      // Another process may have written a later record of the same chain.
      if (stored && stored.installation === this.marks.get(key)?.installation) this.keep(stored);
      this.unwritten.delete(key);
      await replaceFile(path, JSON.stringify(this.marks.get(key)));
    }
  }

  /** @returns whether the mark is newer than the known one */
  private keep(mark: ChainMark): boolean {
    const key = toKey(mark);
    const known = this.marks.get(key);
    const isSameChain = known?.installation === mark.installation;
    if (isSameChain && known.sequence >= mark.sequence) return false;
    this.marks.set(key, { ...mark, series: mergeSeries(known?.series ?? [], mark.series) });
    return true;
  }
}

function toKey({ taxNumber, mode }: ChainKey): string {
  return `${mode}-${taxNumber}`;
}

/** The larger number of each series. */
function mergeSeries(known: readonly SeriesMark[], added: readonly SeriesMark[]): SeriesMark[] {
  const merged = new Map<string, SeriesMark>();
  for (const one of [...known, ...added]) {
    const key = `${one.type}/${one.headquarterId}/${one.year}`;
    if (one.last > (merged.get(key)?.last ?? 0)) merged.set(key, one);
  }
  return [...merged.values()];
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** @returns undefined without a usable file: files are replaced as a whole, so another program has made it */
async function readMark(path: string): Promise<ChainMark | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ChainMark;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT')
      return undefined;
    throw error;
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
