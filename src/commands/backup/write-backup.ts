import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceVersion } from '../../config/service-version';
import { isInsideFolder, resolveRealPath } from '../../bootstrap/unsafe-folders';
import type { Configuration } from '../../config/configuration';
import type { Clock } from '../../core/clock';
import { type BackupTool, createDatabaseBackupAdapter, inspectDatabase } from '../../database';
import { parseFilesUrl, SERVICE_FOLDER } from '../../platform/media/files';
import { flushToDisk, writeChecksums } from './checksums';
import { copyFiles } from './copy-files';
import { listBackups, toBackupName, writeManifest } from './manifest';

export const DATABASE_FOLDER = 'database';
export const FILES_FOLDER = 'files';

const DAY_MS = 86_400_000;

/** Folders of backups that are not complete; those of killed commands are removed after a day. */
const UNFINISHED_PREFIX = '.new-';

export interface BackupSettings {
  /** The folder that contains all backups; each backup is a folder in it. */
  readonly to: string;
  /** Days after which backups are removed; by default all are kept. */
  readonly keepDays?: number;
  readonly tool?: BackupTool;
  readonly loginFile?: string;
  readonly report: (line: string) => void;
}

/**
 * Makes a new backup of database and files. Others may write meanwhile.
 * @returns its folder
 * @throws Error if the backup fails, which leaves the old backups as they are, or if old backups can't be removed
 */
export async function writeBackup(
  configuration: Configuration,
  settings: BackupSettings,
  clock: Clock,
): Promise<string> {
  const { databaseUrl, filesUrl } = configuration;
  const { to, report } = settings;
  const filesLocation = parseFilesUrl(filesUrl);
  if (
    filesLocation.kind === 'local' &&
    isInsideFolder(resolveRealPath(to), resolveRealPath(filesLocation.folder))
  ) {
    throw new Error(`${to} is in the folder of FILES_URL, which is public: name another folder.`);
  }
  // The journal's position is read first: the copy then contains everything up to it.
  const inspection = await inspectDatabase(databaseUrl);
  if (!inspection) throw new Error('There is no database yet.');
  // A backup has personal data and the hashes of passwords, whatever FILE_MODE is.
  process.umask(0o077);
  await mkdir(to, { recursive: true });
  const folder = await mkdtemp(join(to, UNFINISHED_PREFIX));
  try {
    const startedAt = clock.now().toISOString();
    await mkdir(join(folder, DATABASE_FOLDER));
    const backupAdapter = createDatabaseBackupAdapter(databaseUrl, settings);
    const database = await backupAdapter.write(join(folder, DATABASE_FOLDER));
    // The files are copied after the database, so that they include all files that its copy names.
    if (filesLocation.kind === 's3') report(`The files in ${filesUrl} are not copied.`);
    else if (existsSync(filesLocation.folder)) {
      const staging = join(SERVICE_FOLDER, 'staging');
      await copyFiles(filesLocation.folder, join(folder, FILES_FOLDER), (path) => path === staging);
    }
    const { executedMigrations: migrations, journalPosition } = inspection;
    await writeManifest(folder, {
      version: serviceVersion,
      startedAt,
      database,
      migrations,
      ...(journalPosition !== undefined && { journalPosition }),
      hasFiles: filesLocation.kind === 'local',
      checksums: await writeChecksums(folder),
    });
    await flushToDisk(folder);
    const path = await renameToBackupName(folder, to, clock);
    await removeOldBackups(settings, clock.now());
    return path;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Gives a complete backup its name. @returns its path */
async function renameToBackupName(folder: string, to: string, clock: Clock): Promise<string> {
  for (;;) {
    const path = join(to, toBackupName(clock.now()));
    try {
      await rename(folder, path);
      await flushToDisk(to);
      return path;
    } catch (error) {
      // Another one was complete in the same second.
      if (!/^(ENOTEMPTY|EEXIST)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await pause(1000);
    }
  }
}

async function removeOldBackups({ to, keepDays }: BackupSettings, now: Date): Promise<void> {
  if (keepDays !== undefined) {
    const oldest = toBackupName(new Date(now.getTime() - keepDays * DAY_MS));
    for (const name of (await listBackups(to)).filter((one) => one < oldest))
      await rm(join(to, name), { recursive: true });
  }
  for (const name of (await readdir(to)).filter((one) => one.startsWith(UNFINISHED_PREFIX))) {
    const { mtimeMs } = await stat(join(to, name));
    if (mtimeMs < now.getTime() - DAY_MS) await rm(join(to, name), { recursive: true });
  }
}
