import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the data sets are, when they are anywhere. */
export const dataFolder =
  process.env['REAL_DATA_DIR'] ?? resolve(__dirname, '../../../shared/data');

export const hasDataSets = existsSync(join(dataFolder, 'adventureworks'));

/** REAL_DATA=sample: the specs leave out what imports a set as a whole. */
export const isSampleEnough = process.env['REAL_DATA'] === 'sample';

/** REAL_DATA=all: they also take sets as a whole where those go through several stores. */
export const isAllWanted = process.env['REAL_DATA'] === 'all';

/** Runs a script of this folder in a node of its own: the scripts are ES modules, specs are not. */
export async function runScript(name: string, ...options: string[]): Promise<string> {
  const args = [join(__dirname, name), '--data', dataFolder, ...options];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}
