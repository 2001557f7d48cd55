import { accessSync, constants, statSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EncodedBody, compress, memoizeAsync } from './encoded-body';

/** The build writes prepared bodies next to the compiled code. */
const PREBUILT_FOLDER = join(__dirname, '../../prepared');

const suffixes = { identity: '', br: '.br', gzip: '.gz' } as const;

/** Writes a body in each coding, for `findPrebuiltBody`. */
export async function writePrebuiltBody(
  name: string,
  text: string,
  folder = PREBUILT_FOLDER,
): Promise<void> {
  const identity = Buffer.from(text);
  const body = {
    br: await compress(identity, 'br'),
    gzip: await compress(identity, 'gzip'),
    // Written last: if this file exists, all files do.
    identity,
  };
  await mkdir(folder, { recursive: true });
  // Every user that may run the code may read the files, though the service's own files are private.
  await chmod(folder, 0o755);
  for (const [coding, bytes] of Object.entries(body) as [keyof typeof body, Buffer][]) {
    const file = join(folder, name + suffixes[coding]);
    await writeFile(file, bytes);
    await chmod(file, 0o644);
  }
}

/** Returns a body that the build has prepared; undefined if it can't be read or is older than the code. */
export function findPrebuiltBody(name: string, folder = PREBUILT_FOLDER): EncodedBody | undefined {
  if (!isUsable(join(folder, name))) return undefined;
  const read = (coding: keyof typeof suffixes): (() => Promise<Buffer>) =>
    memoizeAsync(() => readFile(join(folder, name + suffixes[coding])));
  return { identity: read('identity'), br: read('br'), gzip: read('gzip') };
}

function isUsable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).mtimeMs >= statSync(__filename).mtimeMs;
  } catch {
    return false;
  }
}
