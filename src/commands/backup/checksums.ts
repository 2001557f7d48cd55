import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Lists the SHA-256 of every file, in the form that `sha256sum --check` reads. */
export const CHECKSUM_FILE = 'SHA256SUMS';

/**
 * Writes the checksums of all files in a folder, and waits until the disk has the files.
 * @returns the number of files, and the checksum of the list itself
 */
export async function writeChecksums(folder: string): Promise<{ files: number; sha256: string }> {
  const paths = await listFiles(folder, '');
  const lines: string[] = [];
  for (const path of paths) {
    lines.push(toChecksumLine(await hashFile(join(folder, path)), path));
    // The backup programs of a database server don't flush their files to the disk.
    await flushToDisk(join(folder, path));
  }
  const text = lines.join('');
  await writeFile(join(folder, CHECKSUM_FILE), text, { flush: true });
  return { files: paths.length, sha256: hashText(text) };
}

/**
 * Compares all files of a folder with their checksums.
 * @param sha256 checksum of the list
 * @param unlistedFiles files that are not in the list
 * @throws Error that names a damaged, missing or unknown file, or a link
 */
export async function verifyChecksums(
  folder: string,
  sha256: string,
  unlistedFiles: readonly string[],
): Promise<void> {
  const text = await readFile(join(folder, CHECKSUM_FILE), 'utf8');
  if (hashText(text) !== sha256) throw new Error(`${join(folder, CHECKSUM_FILE)} is damaged.`);
  const remainingPaths = new Set(await listFiles(folder, ''));
  for (const { hash, path } of parseChecksumLines(text)) {
    if (!remainingPaths.delete(path)) throw new Error(`${join(folder, path)} is missing.`);
    if ((await hashFile(join(folder, path))) !== hash)
      throw new Error(`${join(folder, path)} is damaged: its checksum differs.`);
  }
  const [unknown] = [...remainingPaths].filter(
    (path) => path !== CHECKSUM_FILE && !unlistedFiles.includes(path),
  );
  if (unknown !== undefined) throw new Error(`${join(folder, unknown)} is not part of the backup.`);
}

/** Waits until the disk has a file or the entries of a folder. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Paths of all files below a folder, sorted. @throws Error that names a link, pipe or device */
async function listFiles(root: string, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await listFiles(root, path)));
    else if (entry.isFile()) paths.push(path);
    // A link could lead to any file of the machine, which the restored store would then serve.
    else throw new Error(`${join(root, path)} is no file, so it can't be part of a backup.`);
  }
  return paths.sort();
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** A line with an escaped path starts with a backslash, as sha256sum writes it. */
function toChecksumLine(hash: string, path: string): string {
  const escaped = path.replaceAll(/[\\\n\r]/g, (character) => escapes[character] ?? '');
  return `${escaped === path ? '' : '\\'}${hash}  ${escaped}\n`;
}

function* parseChecksumLines(text: string): Generator<{ hash: string; path: string }> {
  // Names may contain other line separators than \n.
  for (const line of text.split('\n')) {
    const [, mark, hash, name] = /^(\\?)([0-9a-f]{64}) {2}(.+)$/s.exec(line) ?? [];
    if (hash === undefined || name === undefined) continue;
    const path =
      mark === '' ? name : name.replaceAll(/\\(.)/g, (_, code: string) => unescapeCharacter(code));
    yield { hash, path };
  }
}

function unescapeCharacter(code: string): string {
  if (code === 'n') return '\n';
  return code === 'r' ? '\r' : code;
}
