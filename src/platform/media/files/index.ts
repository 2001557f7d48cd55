export { refuseExecutable } from './executable-names';
export {
  ExecutableName,
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
  RootStays,
} from './file-errors';
export {
  type FilePath,
  exactPath,
  foldedName,
  isWithin,
  joinPath,
  nameOf,
  parentOf,
  parsePath,
  type PathOptions,
  ROOT,
  SERVICE_FOLDER,
  storedPath,
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
export { makeFolders } from './make-folders';
export { mediaTypeOf } from './media-types';
export { isFileStore, tryFileStore } from './file-store-trial';
export { openReadOnly } from './opened-store';
export { ServiceFiles } from './service-files';
export { type FileSettings, fileSettingsOf, openBucket } from './s3-settings';
export { requireVisible } from './visible-names';
