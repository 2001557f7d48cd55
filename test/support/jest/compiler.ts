import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** TypeScript's compiler, for scripts of Node.js. */
export const COMPILER = join(__dirname, '../../../node_modules/.bin/tsc');

/**
 * @param configuration content of a tsconfig.json, with absolute paths
 * @returns the compiler's errors in its files, a line each; none for files without a fault
 */
export function listCompileErrors(configuration: object): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'store-compiler-'));
  try {
    const file = join(folder, 'tsconfig.json');
    writeFileSync(file, JSON.stringify(configuration));
    const parameters = [COMPILER, '-p', file, '--pretty', 'false'];
    const { stdout, stderr, status } = spawnSync(process.execPath, parameters, {
      encoding: 'utf8',
    });
    if (status === null) throw new Error('The compiler could not be run');
    return `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
