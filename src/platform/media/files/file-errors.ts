import { defineError } from '../../../core/errors';
import type { FilePath } from './file-path';

interface PathDetails {
  readonly path: FilePath;
}

const quotePath = ({ path }: PathDetails): string => JSON.stringify(path);

/** 404: no file, and no folder, has the path. */
export const FileNotFound = defineError<PathDetails>({
  code: 'file.notFound',
  status: 404,
  title: 'There is no such file',
  remedy: 'Check the spelling of the path, upper and lower case included.',
  detail: (named) => `There is no file ${quotePath(named)}.`,
});

/** 404: the folder named, or the one that the file named is to stand in, does not exist. */
export const FolderNotFound = defineError<PathDetails>({
  code: 'folder.notFound',
  status: 404,
  title: 'There is no such folder',
  remedy: 'Make the folder first (`createDirectory`).',
  detail: (named) => `There is no folder ${quotePath(named)}.`,
});

/** 409: a file is meant, and a folder has the path. */
export const NotAFile = defineError<PathDetails>({
  code: 'file.isFolder',
  status: 409,
  title: 'It is a folder, not a file',
  remedy: 'Name a file.',
  detail: (named) => `${quotePath(named)} is a folder, not a file.`,
});

/** 409: a folder is meant, and a file has the path. */
export const NotAFolder = defineError<PathDetails>({
  code: 'folder.isFile',
  status: 409,
  title: 'It is a file, not a folder',
  remedy: 'Name a folder.',
  detail: (named) => `${quotePath(named)} is a file, not a folder.`,
});

/** 409: something has the name already, and it does not give way. */
export const FileTaken = defineError<PathDetails>({
  code: 'file.taken',
  status: 409,
  title: 'The name is taken',
  remedy: 'Choose another name, or remove what is there.',
  detail: (named) => `Something named ${quotePath(named)} is there already.`,
});

/** 409: only an empty folder is removed without `force`. */
export const FolderNotEmpty = defineError<PathDetails>({
  code: 'folder.notEmpty',
  status: 409,
  title: 'The folder is not empty',
  remedy: 'Remove what is in it, or send `force`.',
  detail: (named) => `The folder ${quotePath(named)} is not empty.`,
});

/** 409: a part of the path that should be a folder is a file. */
export const PathThroughFile = defineError<PathDetails>({
  code: 'path.throughFile',
  status: 409,
  title: 'The path leads through a file',
  remedy: 'Name folders only before the last part.',
  detail: (named) => `The path ${quotePath(named)} leads through a file.`,
});

/** 409: a folder can't be moved to a place inside itself. */
export const FolderIntoItself = defineError<PathDetails>({
  code: 'folder.intoItself',
  status: 409,
  title: 'The target lies in the folder itself',
  remedy: 'Name a target outside of the folder.',
  detail: (named) => `The folder ${quotePath(named)} can't be moved into itself.`,
});

/** 400: the root can be neither moved nor removed. */
export const RootFolderProtected = defineError({
  code: 'folder.isRoot',
  status: 400,
  title: 'The root stays where it is',
  remedy: 'Name a folder below the root.',
  detail: () => 'The root folder can be neither moved nor removed.',
});

/** 400: the store's disk or bucket takes no path of this length, though the service would. */
export const PathTooLong = defineError<PathDetails>({
  code: 'path.tooLong',
  status: 400,
  title: 'The path is too long for the file store',
  remedy: 'Shorten the path.',
  detail: (named) => `The file store takes no path as long as ${quotePath(named)}.`,
});

/** 415: a web server could take the file for a program. */
export const ExecutableFileName = defineError<{
  name: string;
  extension: string;
  pointer?: string;
}>({
  code: 'file.executable',
  status: 415,
  title: 'Files of this kind are not kept',
  remedy: 'Rename the file, or send another kind.',
  detail: ({ name, extension }) =>
    `A web server could run ${JSON.stringify(name)}: names with ${JSON.stringify(extension)} are refused.`,
  pointer: ({ pointer }) => pointer,
});

/** 507: the store takes no more bytes. */
export const FileStoreFull = defineError({
  code: 'fileStore.full',
  status: 507,
  title: 'The file store is full',
  remedy: 'Make room, then send it again.',
  detail: () => 'The file store is full. Nothing was changed.',
});

/** 503: the store can't be reached, or does not let the service in. */
export const FileStoreUnavailable = defineError({
  code: 'fileStore.unavailable',
  status: 503,
  title: 'The file store is out of reach',
  remedy: 'Wait as `Retry-After` says, then send it again.',
  detail: () => 'The file store is out of reach. Try again shortly.',
});

/** 503: others have been at work on the same paths for too long. */
export const FileStoreBusy = defineError({
  code: 'fileStore.busy',
  status: 503,
  title: 'The files are in use',
  remedy: 'Wait as `Retry-After` says, then send it again.',
  detail: () => 'Others are at work on the same files. Nothing was changed; try again.',
});
