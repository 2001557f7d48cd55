import {
  ApiController,
  base64Response,
  RequestBody,
  MultipartForm,
  type OpenApiTag,
  type IncomingForm,
  literalResponse,
  Operation,
} from '../../api';
import type { ErrorKind } from '../../core/errors';
import {
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
} from '../../platform/media/files';
import {
  CopyOrMoveDto,
  DirectoryDto,
  FileDto,
  RemoveDirectoryDto,
  UploadDto,
} from './file-manager.dto';
import { FileTooLarge, MAX_FILE_BYTES } from './file-manager.errors';
import { type DoneResult, type ExistenceResult, FileManagerService } from './file-manager.service';

const fileManagerOpenApiTag: OpenApiTag = {
  name: 'File manager',
  position: 1400,
  description:
    'Stored files and folders. Everybody can read them below `/static/`, except those in `attachments`.',
};

const okResponse = literalResponse<DoneResult>({ response: { type: 'string', enum: ['ok'] } });
const existenceResponse = literalResponse<ExistenceResult>({ exists: { type: 'boolean' } });

const readErrors: ErrorKind[] = [FileStoreUnavailable, PathTooLong];
const writeErrors: ErrorKind[] = [...readErrors, FileStoreBusy, FileStoreFull, PathThroughFile];
const targetErrors: ErrorKind[] = [
  ...writeErrors,
  FileNotFound,
  FolderNotFound,
  FileTaken,
  ExecutableFileName,
];

/** The file manager (specification, File manager). All operations are POST requests and answer 201. */
@ApiController('fileManager', {
  area: 'files',
  openApiTag: fileManagerOpenApiTag,
  idempotencyMode: 'ignored',
})
export class FileManagerController {
  constructor(private readonly files: FileManagerService) {}

  @Operation('post', 'copy', {
    summary: 'Copy a file',
    description:
      "Creates a copy of the file. The target's folder has to exist and can't contain anything with that name.",
    status: 201,
    cost: 'HEAVY',
    returns: okResponse,
    errors: [...targetErrors, NotAFile],
  })
  copyFile(@RequestBody('fileManager') body: CopyOrMoveDto) {
    return this.files.copy(body);
  }

  @Operation('post', 'createDirectory', {
    bodyExample: { directory: 'products/new' },
    summary: 'Create a folder with its missing parents',
    description:
      'Creates the folder and its missing parents. A path that is already taken is rejected with ' +
      '409.',
    status: 201,
    returns: okResponse,
    errors: [...writeErrors, FileTaken],
  })
  createDirectory(@RequestBody('fileManager') { directory }: DirectoryDto) {
    return this.files.createDirectory(directory);
  }

  @Operation('post', 'directoryExists', {
    summary: 'Check whether a folder exists',
    description:
      "Returns `true` for a folder, and `false` for a file or a path that doesn't exist. The call is " +
      'not counted by the rate limit.',
    status: 201,
    cost: 'FREE',
    scope: 'files:read',
    returns: existenceResponse,
    errors: readErrors,
  })
  directoryExists(@RequestBody('fileManager') { directory }: DirectoryDto) {
    return this.files.directoryExists(directory);
  }

  @Operation('post', 'download', {
    summary: 'Download a file of at most 50 MiB',
    description:
      'Returns the file as Base64 in JSON, or as it is if `Accept` ranks its type or `application/octet-stream` above JSON. A larger file is rejected with 413.',
    status: 201,
    cost: 'HEAVY',
    scope: 'files:read',
    returns: base64Response('file', 'The content of the file in Base64'),
    errors: [...readErrors, FileNotFound, NotAFile, PathThroughFile, FileTooLarge],
  })
  downloadFile(@RequestBody('fileManager') { file }: FileDto) {
    return this.files.download(file);
  }

  @Operation('post', 'fileExists', {
    summary: 'Check whether a file exists',
    description:
      "Returns `true` for a file, and `false` for a folder or a path that doesn't exist. The call is " +
      'not counted by the rate limit.',
    status: 201,
    cost: 'FREE',
    scope: 'files:read',
    returns: existenceResponse,
    errors: readErrors,
  })
  fileExists(@RequestBody('fileManager') { file }: FileDto) {
    return this.files.fileExists(file);
  }

  @Operation('post', 'move', {
    bodyExample: { from: 'products/teapot.png', to: 'archive/teapot.png' },
    summary: 'Move or rename a file, or a folder with its content',
    description:
      "Moves the file or folder; `/static/` then serves only the new path, but records keep the old one. The target's folder has to exist and can't contain anything with that name.",
    status: 201,
    returns: okResponse,
    errors: [...targetErrors, FolderIntoItself],
  })
  moveFile(@RequestBody('fileManager') body: CopyOrMoveDto) {
    return this.files.move(body);
  }

  @Operation('post', 'remove', {
    summary: 'Remove a file',
    description:
      'Deletes the file at once, also below `/static/`. Records that refer to its path are not changed. A ' +
      'folder is rejected with 409.',
    status: 201,
    returns: okResponse,
    destructive: true,
    errors: [...writeErrors, FileNotFound, NotAFile],
  })
  removeFile(@RequestBody('fileManager') { file }: FileDto) {
    return this.files.remove(file);
  }

  @Operation('post', 'removeDirectory', {
    bodyExample: { directory: 'archive/2019' },
    summary: 'Remove a folder, with force including its content',
    description:
      'Deletes an empty folder, or with `force` any folder with its content. Without `force` a folder that is not empty is ' +
      'rejected with 409. Deleted files are no longer served below `/static/`.',
    status: 201,
    returns: okResponse,
    destructive: true,
    errors: [...writeErrors, FolderNotFound, NotAFolder, FolderNotEmpty],
  })
  removeDirectory(@RequestBody('fileManager') body: RemoveDirectoryDto) {
    return this.files.removeDirectory(body);
  }

  @Operation('post', 'upload', {
    summary: 'Upload files to a folder, all of them or none',
    description:
      'Stores 1 to 20 files of a form, of at most 50 MiB each. The folder is a field before or after them. A file with ' +
      'the same name is replaced.',
    status: 201,
    cost: 'HEAVY',
    returns: okResponse,
    errors: [...writeErrors, FolderNotFound, FileTaken, NotAFile, ExecutableFileName],
  })
  uploadFiles(
    @MultipartForm(UploadDto, {
      name: 'file',
      maxCount: 20,
      maxBytes: MAX_FILE_BYTES,
      description: 'The files; each is stored under its file name',
    })
    form: IncomingForm<UploadDto>,
  ) {
    return this.files.upload(form);
  }
}
