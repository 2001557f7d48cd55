import { Injectable } from '@nestjs/common';
import type { ResponseFile, IncomingForm } from '../../api';
import { type FieldError, InvalidRequest } from '../../core/errors';
import {
  type FilePath,
  FileStore,
  FileTaken,
  joinPath,
  toMediaType,
  getBaseName,
  parsePath,
  requireNotExecutable,
  requireVisibleName,
  ROOT_FOLDER,
  type StagedFile,
} from '../../platform/media/files';
import type { UploadDto } from './file-manager.dto';
import { FileTooLarge, MAX_FILE_BYTES } from './file-manager.errors';

/** The result of all operations that change files. */
export interface DoneResult {
  readonly response: 'ok';
}

/** Whether a file or folder exists. */
export interface ExistenceResult {
  readonly exists: boolean;
}

interface SourceAndTarget {
  readonly from: string;
  readonly to: string;
}

const DONE: DoneResult = { response: 'ok' };

/** Manages the stored files for the back office (specification, File manager). */
@Injectable()
export class FileManagerService {
  constructor(private readonly store: FileStore) {}

  async copy(body: SourceAndTarget): Promise<DoneResult> {
    const { from, to } = parsePaths(body);
    await this.store.copy(await this.resolveStoredPath(from), to);
    return DONE;
  }

  async move(body: SourceAndTarget): Promise<DoneResult> {
    const { from, to } = parsePaths(body);
    await this.store.move(await this.resolveStoredPath(from), to);
    return DONE;
  }

  /** Creates a folder and its missing parents. @throws FileTaken if the path is taken, ExecutableFileName */
  async createDirectory(directory: string): Promise<DoneResult> {
    const path = parsePath(directory, '/directory');
    requireVisibleName(path, '/directory');
    requireNotExecutable(path, '/directory');
    if (!(await this.store.createFolder(path))) throw new FileTaken({ path });
    return DONE;
  }

  async directoryExists(directory: string): Promise<ExistenceResult> {
    const path = await this.resolveStoredPath(
      parseExistingPath(directory, '/directory', { allowsRoot: true }),
    );
    return { exists: (await this.store.stat(path))?.kind === 'folder' };
  }

  async fileExists(file: string): Promise<ExistenceResult> {
    const path = await this.resolveStoredPath(parseExistingPath(file, '/file'));
    return { exists: (await this.store.stat(path))?.kind === 'file' };
  }

  /** Returns a file. The caller has to read or destroy its content. @throws FileTooLarge */
  async download(file: string): Promise<ResponseFile> {
    const path = await this.resolveStoredPath(parseExistingPath(file, '/file'));
    const { file: storedFile, content } = await this.store.read(path);
    const { size, entityTag } = storedFile;
    const name = getBaseName(path);
    if (size <= MAX_FILE_BYTES)
      return { name, mediaType: toMediaType(name), entityTag, size, content };
    content.destroy();
    throw new FileTooLarge({ path, size });
  }

  async remove(file: string): Promise<DoneResult> {
    await this.store.removeFile(await this.resolveStoredPath(parseExistingPath(file, '/file')));
    return DONE;
  }

  async removeDirectory({
    directory,
    force,
  }: {
    directory: string;
    force: boolean;
  }): Promise<DoneResult> {
    const path = await this.resolveStoredPath(parseExistingPath(directory, '/directory'));
    await this.store.removeFolder(path, { force });
    return DONE;
  }

  /**
   * Finds the name of a file or folder that another program may have stored in another form of Unicode.
   * @returns the path in the form of the request if that exists, in NFC otherwise
   */
  private async resolveStoredPath(path: FilePath): Promise<FilePath> {
    const normalized = path.normalize('NFC') as FilePath;
    if (path === normalized || (await this.store.stat(path)) !== undefined) return path;
    return normalized;
  }

  /** Stores all files of a form or none; files with the same names are replaced. */
  async upload(form: IncomingForm<UploadDto>): Promise<DoneResult> {
    const names = new Set<FilePath>();
    const stagedFiles: StagedFile[] = [];
    try {
      const { fields, files } = await form.receive(async ({ name: fileName, pointer, content }) => {
        const name = claimFileName(fileName, pointer, names);
        const file = await this.store.stage(content);
        stagedFiles.push(file);
        return { name, pointer, staged: file };
      });
      const folder = parsePath(fields.path, '/path', { allowsRoot: true });
      const publications = files.map(({ name, pointer, staged: file }) => ({
        staged: file,
        path: joinPath(folder, name, pointer),
      }));
      await this.store.publish(publications, { replace: true });
      return DONE;
    } catch (error) {
      await this.store.discard(stagedFiles);
      throw error;
    }
  }
}

/**
 * Checks the name of an uploaded file before its bytes are read.
 * @param names names of the earlier files; the new one is added
 * @throws InvalidRequest, ExecutableFileName
 */
function claimFileName(fileName: string, pointer: string, names: Set<FilePath>): FilePath {
  const name = joinPath(ROOT_FOLDER, fileName, pointer);
  requireVisibleName(name, pointer);
  requireNotExecutable(name, pointer);
  if (names.has(name)) {
    const detail = `Two files of the form have the name ${JSON.stringify(name)}.`;
    throw new InvalidRequest([{ pointer, code: 'file.twice', detail }]);
  }
  names.add(name);
  return name;
}

/** Parses the path of something that exists. @throws InvalidRequest */
function parseExistingPath(
  text: string,
  pointer: string,
  options: { allowsRoot?: boolean } = {},
): FilePath {
  return parsePath(text, pointer, { ...options, isExisting: true });
}

/** Parses both paths. @throws InvalidRequest with the field errors of both; ExecutableFileName */
function parsePaths({ from, to }: SourceAndTarget): { from: FilePath; to: FilePath } {
  const fieldErrors: FieldError[] = [];
  const parseField = (text: string, field: keyof SourceAndTarget): FilePath => {
    try {
      if (field === 'from') return parseExistingPath(text, '/from');
      const path = parsePath(text, '/to');
      requireVisibleName(getBaseName(path), '/to');
      return path;
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error;
      fieldErrors.push(...error.fieldErrors);
      return ROOT_FOLDER;
    }
  };
  const paths = { from: parseField(from, 'from'), to: parseField(to, 'to') };
  if (fieldErrors.length > 0) throw new InvalidRequest(fieldErrors);
  requireNotExecutable(getBaseName(paths.to), '/to');
  return paths;
}
