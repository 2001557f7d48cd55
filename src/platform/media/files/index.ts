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
  isPathWithin,
  joinPath,
  getBaseName,
  getParentFolder,
  parsePath,
  type ParsePathOptions,
  ROOT_FOLDER,
  SERVICE_FOLDER,
  parseStoredPath,
} from './file-path';
export {
  FileStore,
  type FilePublication,
  type StagedFile,
  type StoredFile,
  type StoredFolder,
} from './file-store';
export { FilesModule } from './files.module';
export { parseFilesUrl } from './files-url';
export { createFolderWithParents } from './create-folder-with-parents';
export { toMediaType } from './media-types';
export { hasFileStore, probeFileStore } from './probe-file-store';
export { openReadOnlyFileStore } from './open-file-stores';
export { ServiceFileStore } from './service-file-store';
export { type FileStoreSettings, pickFileStoreSettings, openS3Bucket } from './file-store-settings';
export { requireVisibleName } from './visible-names';
