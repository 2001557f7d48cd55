import { existsSync, realpathSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { assertDatabaseLocation, assertFilesLocation } from '../../bootstrap/prepare-store';
import type { Configuration } from '../../config/configuration';
import type { Clock } from '../../core/clock';
import {
  assertReplaceable,
  createDatabaseBackupAdapter,
  inheritOwner,
  parseDatabaseUrl,
  replacePath,
} from '../../database';
import { createFolderWithParents, parseFilesUrl } from '../../platform/media/files';
import { copyFiles } from './copy-files';
import { type BackupManifest, verifyBackup, toBackupName } from './manifest';
import { DATABASE_FOLDER, FILES_FOLDER } from './write-backup';

export interface RestoreSettings {
  /** Folder of one backup. */
  readonly backupFolder: string;
  /** Whether the files are restored, too. */
  readonly withFiles: boolean;
  /** Data folder of the stopped database server, for a backup by mariadb-backup. */
  readonly dataFolder?: string;
  /** Option file with another login than that of DATABASE_URL. */
  readonly loginFile?: string;
  readonly report: (line: string) => void;
}

/** A part of the store that is ready to be replaced. */
interface StagedPart {
  /** @returns where the replaced content is kept */
  commit(): Promise<string | undefined>;
  discard(): Promise<void>;
}

/**
 * Restores a backup. Everything is checked and copied before anything is replaced, and what is replaced is kept.
 * @throws Error that names the problem; then the store is as it was
 */
export async function restoreBackup(
  configuration: Configuration,
  settings: RestoreSettings,
  clock: Clock,
): Promise<void> {
  const { databaseUrl } = configuration;
  const { backupFolder, report } = settings;
  assertDatabaseLocation(databaseUrl);
  await assertFilesLocation(configuration);
  const manifest = await verifyBackup(backupFolder);
  const { engine } = parseDatabaseUrl(databaseUrl);
  if (manifest.database.engine !== engine) {
    throw new Error(
      `The backup is of ${engineNames[manifest.database.engine]}, but DATABASE_URL names ${engineNames[engine]}.`,
    );
  }
  const suffix = toBackupName(clock.now());
  const stagedParts: StagedPart[] = [];
  try {
    const target = parseDatabaseUrl(databaseUrl);
    if (target.engine === 'sqlite') await createFolderWithParents(dirname(resolve(target.path)));
    // The files come first: an error of theirs is found before a long load into the database.
    const stagedFiles = await stageFiles(configuration, manifest, settings, suffix);
    if (stagedFiles) stagedParts.push(stagedFiles);
    const backupAdapter = createDatabaseBackupAdapter(databaseUrl, settings);
    stagedParts.push(
      await backupAdapter.stage(join(backupFolder, DATABASE_FOLDER), manifest.database, suffix),
    );
    // The database is replaced first, because only its replacement can still fail.
    for (let part = stagedParts.at(-1); part; part = stagedParts.at(-1)) {
      const keptPath = await part.commit();
      stagedParts.pop();
      if (keptPath !== undefined) report(`Kept: ${keptPath}`);
    }
  } catch (error) {
    for (const part of stagedParts) await part.discard();
    throw error;
  }
}

const engineNames = { sqlite: 'SQLite', mysql: 'a MariaDB or MySQL server' } as const;

async function stageFiles(
  { filesUrl }: Configuration,
  { hasFiles }: BackupManifest,
  { backupFolder, withFiles, report }: RestoreSettings,
  suffix: string,
): Promise<StagedPart | undefined> {
  const filesLocation = parseFilesUrl(filesUrl);
  if (!withFiles) return undefined;
  if (!hasFiles) {
    report('The backup has no files: they were in S3. Restore them by the means of its provider.');
    return undefined;
  }
  if (filesLocation.kind === 's3') {
    throw new Error(
      `The backup has files, but FILES_URL is ${filesUrl}: name a folder, or restore without files (--no-files).`,
    );
  }
  const target = existsSync(filesLocation.folder)
    ? realpathSync(filesLocation.folder)
    : resolve(filesLocation.folder);
  assertReplaceable(target);
  await createFolderWithParents(dirname(target));
  const source = join(backupFolder, FILES_FOLDER);
  const stagingFolder = `${target}.restoring-${suffix}`;
  const discard = (): Promise<void> => rm(stagingFolder, { recursive: true, force: true });
  try {
    await mkdir(stagingFolder);
    if (existsSync(source)) await copyFiles(source, stagingFolder);
    inheritOwner(stagingFolder, target);
  } catch (error) {
    await discard();
    throw error;
  }
  return { commit: () => Promise.resolve(replacePath(target, stagingFolder, suffix)), discard };
}
