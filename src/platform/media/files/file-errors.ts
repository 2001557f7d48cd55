import { defineError } from '../../../core/errors';
import type { FilePath } from './file-path';

interface PathDetails {
  readonly path: FilePath;
}

const quotePath = ({ path }: PathDetails): string => JSON.stringify(path);

/** 404: no file and no folder has the path. */
export const FileNotFound = defineError<PathDetails>({
  code: 'file.notFound',
  status: 404,
  title: "The file doesn't exist",
  remedy: 'Check the spelling of the path, upper and lower case included.',
  detail: (details) => `The file ${quotePath(details)} doesn't exist.`,
});

/** 404: the folder, or the parent folder of the file, doesn't exist. */
export const FolderNotFound = defineError<PathDetails>({
  code: 'folder.notFound',
  status: 404,
  title: "The folder doesn't exist",
  remedy: 'Create the folder first (`createDirectory`).',
  detail: (details) => `The folder ${quotePath(details)} doesn't exist.`,
});

/** 409: a file was expected, but the path is a folder. */
export const NotAFile = defineError<PathDetails>({
  code: 'file.isFolder',
  status: 409,
  title: 'The path is a folder, not a file',
  remedy: 'Send the path of a file.',
  detail: (details) => `${quotePath(details)} is a folder, not a file.`,
});

/** 409: a folder was expected, but the path is a file. */
export const NotAFolder = defineError<PathDetails>({
  code: 'folder.isFile',
  status: 409,
  title: 'The path is a file, not a folder',
  remedy: 'Send the path of a folder.',
  detail: (details) => `${quotePath(details)} is a file, not a folder.`,
});

/** 409: the path exists already. */
export const FileTaken = defineError<PathDetails>({
  code: 'file.taken',
  status: 409,
  title: 'The path is taken',
  remedy: 'Choose another name, or remove the existing file or folder.',
  detail: (details) => `A file or folder ${quotePath(details)} exists already.`,
});

/** 409: without `force` only an empty folder can be removed. */
export const FolderNotEmpty = defineError<PathDetails>({
  code: 'folder.notEmpty',
  status: 409,
  title: 'The folder is not empty',
  remedy: 'Remove its content first, or send `force`.',
  detail: (details) => `The folder ${quotePath(details)} is not empty.`,
});

/** 409: a part of the path that should be a folder is a file. */
export const PathThroughFile = defineError<PathDetails>({
  code: 'path.throughFile',
  status: 409,
  title: 'The path leads through a file',
  remedy: 'Use folders for all parts before the last one.',
  detail: (details) => `The path ${quotePath(details)} leads through a file.`,
});

/** 409: a folder can't be moved into itself. */
export const FolderIntoItself = defineError<PathDetails>({
  code: 'folder.intoItself',
  status: 409,
  title: 'The target is inside the folder itself',
  remedy: 'Choose a target outside the folder.',
  detail: (details) => `The folder ${quotePath(details)} can't be moved into itself.`,
});

/** 400: the root folder can't be moved or removed. */
export const RootFolderProtected = defineError({
  code: 'folder.isRoot',
  status: 400,
  title: "The root folder can't be moved or removed",
  remedy: 'Send a folder below the root.',
  detail: () => 'The path names the root folder.',
});

/** 400: the disk or bucket of the file store doesn't accept such a long path. */
export const PathTooLong = defineError<PathDetails>({
  code: 'path.tooLong',
  status: 400,
  title: 'The path is too long for the file store',
  remedy: 'Shorten the path.',
  detail: (details) => `The file store doesn't accept a path as long as ${quotePath(details)}.`,
});

/** 415: a web server could run the file as a program. */
export const ExecutableFileName = defineError<{
  name: string;
  extension: string;
  pointer?: string;
}>({
  code: 'file.executable',
  status: 415,
  title: 'Files of this type are not accepted',
  remedy: 'Rename the file, or send a file of another type.',
  detail: ({ name, extension }) =>
    `A web server could run ${JSON.stringify(name)}: names with ${JSON.stringify(extension)} are rejected.`,
});

/** 507: the file store has no space left. */
export const FileStoreFull = defineError({
  code: 'fileStore.full',
  status: 507,
  title: 'The file store is full',
  remedy: 'Free some space, then send the request again.',
  detail: () => 'The file store is full. Nothing was changed.',
});

/** 503: the file store is unreachable, or denies access to the service. */
export const FileStoreUnavailable = defineError({
  code: 'fileStore.unavailable',
  status: 503,
  title: 'The file store is unreachable',
  remedy: 'Wait for the time in `Retry-After`, then send the request again.',
  detail: () => "The file store can't be reached at the moment.",
});

/** 503: other requests have held the same paths for too long. */
export const FileStoreBusy = defineError({
  code: 'fileStore.busy',
  status: 503,
  title: 'The files are in use',
  remedy: 'Wait for the time in `Retry-After`, then send the request again.',
  detail: () => 'Other requests are changing the same files. Nothing was changed.',
});
