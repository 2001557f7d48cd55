import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the data sets are, when they are anywhere. */
export const dataFolder =
  process.env['REAL_DATA_DIR'] ?? resolve(__dirname, '../../../shared/data');

export const hasDataSets = existsSync(join(dataFolder, 'adventureworks'));

/** REAL_DATA=all (`npm run verify:long`): specs take data sets as a whole; without it, samples of them. */
export const isAllWanted = process.env['REAL_DATA'] === 'all';

/** @returns whether a record is in the sample of one in so many, which is all records where all are wanted */
export function everyOneIn(many: number): () => boolean {
  let number = 0;
  return () => isAllWanted || number++ % many === 0;
}

/** Runs a script of this folder in a node of its own: the scripts are ES modules, specs are not. */
export async function runScript(name: string, ...options: string[]): Promise<string> {
  const args = [join(__dirname, name), '--data', dataFolder, ...options];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}
