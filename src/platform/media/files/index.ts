export { requireNotExecutable } from './executable-names';
export {
  ExecutableFileName,
  FileNotFound,
  FileStoreBusy,
  FileStoreFull,
  FileStoreUnavailable,
  FileTaken,
  FolderIntoItself,
  FolderNotEmpty,
  FolderNotFound,
  NotAFile,
  NotAFolder,
  PathThroughFile,
  PathTooLong,
  RootFolderProtected,
} from './file-errors';
export {
  type FilePath,
  parseExactPath,
  foldName,
  isWithin,
  joinPath,
  baseNameOf,
  parentFolderOf,
  parsePath,
  type PathOptions,
  ROOT,
  SERVICE_FOLDER,
  toStoredPath,
} from './file-path';
export {
  FileStore,
  type Publication,
  type StagedFile,
  type StoredFile,
  type StoredFolder,
} from './file-store';
export { FilesModule } from './files.module';
export { parseFilesUrl } from './files-url';
export { createFolders } from './create-folders';
export { toMediaType } from './media-types';
export { hasFileStore, probeFileStore } from './probe-file-store';
export { openReadOnlyFileStore } from './open-file-trees';
export { ServiceFiles } from './service-files';
export { type FileStoreSettings, toFileStoreSettings, openS3Bucket } from './s3-settings';
export { requireVisibleName } from './visible-names';
