import { existsSync, realpathSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { assertDatabaseLocation, assertFilesLocation } from '../../bootstrap/prepare-store';
import type { Configuration } from '../../config/configuration';
import type { Clock } from '../../core/clock';
import {
  assertReplaceable,
  createDatabaseBackup,
  inheritOwner,
  parseDatabaseUrl,
  replacePath,
} from '../../database';
import { createFolders, parseFilesUrl } from '../../platform/media/files';
import { copyFiles } from './copy-files';
import { type Manifest, verifyBackup, toBackupName } from './manifest';
import { DATABASE_FOLDER, FILES_FOLDER } from './write-backup';

export interface RestoreSettings {
  /** Folder of one backup. */
  readonly from: string;
  /** Whether the files are restored, too. */
  readonly withFiles: boolean;
  readonly dataFolder?: string;
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
  const { from, report } = settings;
  assertDatabaseLocation(databaseUrl);
  await assertFilesLocation(configuration);
  const manifest = await verifyBackup(from);
  const { engine } = parseDatabaseUrl(databaseUrl);
  if (manifest.database.engine !== engine) {
    throw new Error(
      `The backup is of ${engineNames[manifest.database.engine]}, but DATABASE_URL names ${engineNames[engine]}.`,
    );
  }
  const suffix = toBackupName(clock.now());
  const staged: StagedPart[] = [];
  try {
    const target = parseDatabaseUrl(databaseUrl);
    if (target.engine === 'sqlite') await createFolders(dirname(resolve(target.path)));
    // The files come first: an error of theirs is found before a long load into the database.
    const files = await stageFiles(configuration, manifest, settings, suffix);
    if (files) staged.push(files);
    const backup = createDatabaseBackup(databaseUrl, settings);
    staged.push(await backup.stage(join(from, DATABASE_FOLDER), manifest.database, suffix));
    // The database is replaced first: of the two it is the one that can still fail.
    for (let part = staged.at(-1); part; part = staged.at(-1)) {
      const keptPath = await part.commit();
      staged.pop();
      if (keptPath !== undefined) report(`Kept: ${keptPath}`);
    }
  } catch (error) {
    for (const part of staged) await part.discard();
    throw error;
  }
}

const engineNames = { sqlite: 'SQLite', mysql: 'a MariaDB or MySQL server' } as const;

async function stageFiles(
  { filesUrl }: Configuration,
  { hasFiles }: Manifest,
  { from, withFiles, report }: RestoreSettings,
  suffix: string,
): Promise<StagedPart | undefined> {
  const files = parseFilesUrl(filesUrl);
  if (!withFiles) return undefined;
  if (!hasFiles) {
    report('The backup has no files: they were in S3. Restore them by the means of its provider.');
    return undefined;
  }
  if (files.kind === 's3') {
    throw new Error(
      `The backup has files, but FILES_URL is ${filesUrl}: name a folder, or restore without files (--no-files).`,
    );
  }
  const target = existsSync(files.folder) ? realpathSync(files.folder) : resolve(files.folder);
  assertReplaceable(target);
  await createFolders(dirname(target));
  const source = join(from, FILES_FOLDER);
  const staged = `${target}.restoring-${suffix}`;
  const discard = (): Promise<void> => rm(staged, { recursive: true, force: true });
  try {
    await mkdir(staged);
    if (existsSync(source)) await copyFiles(source, staged);
    inheritOwner(staged, target);
  } catch (error) {
    await discard();
    throw error;
  }
  return { commit: () => Promise.resolve(replacePath(target, staged, suffix)), discard };
}
