import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceVersion } from '../../config/service-version';
import { type DatabaseCopyInfo, listUnknownMigrations } from '../../database';
import { CHECKSUM_FILE, verifyChecksums } from './checksums';

const MANIFEST_FILE = 'manifest.json';
const MANIFEST_FORMAT = 1;

/** Name of a backup's folder: the time at which it was complete, in UTC. */
const BACKUP_NAME_PATTERN = /^\d{8}T\d{6}Z$/;

/** Description of a backup. */
export interface BackupManifest {
  readonly format: number;
  /** Version of the service that made it. */
  readonly version: string;
  readonly startedAt: string;
  readonly database: DatabaseCopyInfo;
  /** Migrations that the database had run. */
  readonly migrations: readonly string[];
  /** The backup has all changes up to this position of the journal; absent if there was no journal. */
  readonly journalPosition?: number;
  /** Whether it contains the files; those in S3 are not in it. */
  readonly hasFiles: boolean;
  /** Number of files in the list of checksums, and the checksum of the list. */
  readonly checksums: { readonly files: number; readonly sha256: string };
}

/** Writes the manifest, which comes last: a folder without one is no backup. */
export async function writeManifest(
  folder: string,
  content: Omit<BackupManifest, 'format'>,
): Promise<void> {
  const text = `${JSON.stringify({ format: MANIFEST_FORMAT, ...content }, null, 2)}\n`;
  await writeFile(join(folder, MANIFEST_FILE), text, { flush: true });
}

/**
 * Reads a backup and checks that it is complete and undamaged.
 * @throws Error that names the problem
 */
export async function verifyBackup(folder: string): Promise<BackupManifest> {
  if (!existsSync(join(folder, MANIFEST_FILE))) {
    const newest = existsSync(folder) ? (await listBackups(folder)).at(-1) : undefined;
    const remedy = newest === undefined ? '' : ` The newest one in it is ${join(folder, newest)}.`;
    throw new Error(`${folder} is not a backup: it has no ${MANIFEST_FILE}.${remedy}`);
  }
  const manifest = parseManifest(await readFile(join(folder, MANIFEST_FILE), 'utf8'), folder);
  await verifyChecksums(folder, manifest.checksums.sha256, [MANIFEST_FILE, CHECKSUM_FILE]);
  const [unknown] = listUnknownMigrations(manifest.migrations);
  if (unknown !== undefined) {
    throw new Error(
      `The backup is of a newer version (${manifest.version}), which has run the migration ${unknown}: install that version.`,
    );
  }
  if (isNewer(manifest.version, serviceVersion)) {
    throw new Error(
      `The backup is of a newer version (${manifest.version}) than ${serviceVersion}: install that version.`,
    );
  }
  return manifest;
}

const VERSION_PATTERN = /^(\d+)\.(\d+)\.(\d+)/;

/** Whether a version has higher numbers than another one. */
function isNewer(version: string, other: string): boolean {
  const [numbers, others] = [parseVersion(version), parseVersion(other)];
  const differences = numbers.map((number, at) => number - (others[at] ?? 0));
  return (differences.find((one) => one !== 0) ?? 0) > 0;
}

const parseVersion = (version: string): number[] =>
  VERSION_PATTERN.exec(version)?.slice(1).map(Number) ?? [];

function parseManifest(text: string, folder: string): BackupManifest {
  let manifest: Partial<BackupManifest> = {};
  try {
    manifest = JSON.parse(text) as Partial<BackupManifest>;
  } catch {
    // Refused below, as other texts are.
  }
  const { format, version = '', checksums, database, migrations } = manifest;
  if (
    format === MANIFEST_FORMAT &&
    VERSION_PATTERN.test(version) &&
    checksums &&
    database &&
    migrations
  )
    return manifest as BackupManifest;
  throw new Error(`${join(folder, MANIFEST_FILE)} is damaged, or of a newer version.`);
}

/** The names of the complete backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter(
      (name) => BACKUP_NAME_PATTERN.test(name) && existsSync(join(folder, name, MANIFEST_FILE)),
    )
    .sort();
}

/** Formats a time as the name of a backup: `20261127T103000Z`. */
export function toBackupName(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
