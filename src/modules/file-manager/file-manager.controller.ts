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
  rank: 1400,
  description:
    'The stored files and folders. They are served to everybody below `/static/`, except for `attachments`.',
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

/** Specification, File manager. All operations are POST and answer 201. */
@ApiController('fileManager', {
  area: 'files',
  heading: fileManagerOpenApiTag,
  idempotencyKey: 'ignored',
})
export class FileManagerController {
  constructor(private readonly files: FileManagerService) {}

  @Operation('post', 'copy', {
    summary: 'Copy a file',
    description:
      'Makes a second file with the same content. The folder of the target must exist and hold nothing of that name.',
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
      'Makes the folder, and the folders that lead to it. A path that is already taken is refused with ' +
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
      'Answers `false` for what is not there, and for a file. Nothing is changed, and nothing ' +
      'taken from the budget.',
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
      'As Base64 in JSON, or as the file itself if `Accept` ranks its type, or `application/octet-stream`, above JSON. Nothing is changed; a larger file is refused with 413.',
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
      'Answers `false` for what is not there, and for a folder. Nothing is changed, and nothing ' +
      'taken from the budget.',
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
    summary: 'Move or rename a file, or a folder with all that is in it',
    description:
      'Records that name the old path keep it, and `/static/` serves only the new one. The folder of the target must exist and hold nothing of that name.',
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
      'The file is gone at once, also below `/static/`; records that name its path keep it. A ' +
      'folder is refused with 409.',
    status: 201,
    returns: okResponse,
    errors: [...writeErrors, FileNotFound, NotAFile],
  })
  removeFile(@RequestBody('fileManager') { file }: FileDto) {
    return this.files.remove(file);
  }

  @Operation('post', 'removeDirectory', {
    bodyExample: { directory: 'archive/2019' },
    summary: 'Remove a folder; with force, also all that is in it',
    description:
      'Without `force` only an empty folder is removed; any other is refused with 409. What is ' +
      'removed is gone at once, also below `/static/`.',
    status: 201,
    returns: okResponse,
    errors: [...writeErrors, FolderNotFound, NotAFolder, FolderNotEmpty],
  })
  removeDirectory(@RequestBody('fileManager') body: RemoveDirectoryDto) {
    return this.files.removeDirectory(body);
  }

  @Operation('post', 'upload', {
    summary: 'Upload files to a folder, all of them or none',
    description:
      'A form of 1 to 20 files of at most 50 MiB each, and the folder, before or after them. A file of ' +
      'the same name is replaced.',
    status: 201,
    cost: 'HEAVY',
    returns: okResponse,
    errors: [...writeErrors, FolderNotFound, FileTaken, NotAFile, ExecutableFileName],
  })
  uploadFiles(
    @MultipartForm(UploadDto, {
      name: 'file',
      most: 20,
      size: MAX_FILE_BYTES,
      description: 'The files; each is stored under its file name',
    })
    form: IncomingForm<UploadDto>,
  ) {
    return this.files.upload(form);
  }
}
