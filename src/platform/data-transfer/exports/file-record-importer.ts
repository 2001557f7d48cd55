import { createHash } from 'node:crypto';
import { Int, Text } from '../../../api';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import { FileNotFound, type FilePath, type FileStore, parseStoredPath } from '../../media/files';
import type { ImportRecord, ImportRecordType, ImportOutcome, RejectedOutcome } from '../imports';

/** Record type of files. */
export const FILE_RECORD_TYPE = 'file';

class FileImportDto {
  @Text({ max: 1024, description: 'Path in the file store' })
  path!: string;

  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Size in bytes' })
  size!: number;

  @Text({ max: 64, description: 'SHA-256 of the content, in hex' })
  sha256!: string;
}

/** Reads the records of all files, ordered by path. */
export async function* readFileRecords(files: FileStore): AsyncGenerator<FileImportDto> {
  for await (const path of files.listPaths()) {
    const content = await findFileRecord(files, path);
    if (content) yield { path, ...content };
  }
}

/** Checks records of files, which don't contain the bytes. Rejects a record if the file store has no such file. */
export class FileRecordImporter implements ImportRecordType<FileImportDto> {
  readonly type = FILE_RECORD_TYPE;
  readonly dto = FileImportDto;
  readonly scope = 'files:read';
  /** Rejections by record, found beforehand: a unit of work must not wait for files. */
  private readonly rejections = new WeakMap<FileImportDto, RejectedOutcome>();

  constructor(private readonly files: FileStore) {}

  getKey({ path }: FileImportDto): string {
    return path;
  }

  async prepare(values: readonly FileImportDto[]): Promise<void> {
    for (const value of values) {
      const rejection = await this.findRejection(value);
      if (rejection) this.rejections.set(value, rejection);
    }
  }

  store(records: readonly ImportRecord<FileImportDto>[]): Promise<ImportOutcome[]> {
    return Promise.resolve(
      records.map(({ value }) => this.rejections.get(value) ?? { result: 'unchanged', id: 0 }),
    );
  }

  dryRun(records: readonly ImportRecord<FileImportDto>[]): Promise<ImportOutcome[]> {
    return this.store(records);
  }

  private async findRejection({
    path: text,
    size,
    sha256,
  }: FileImportDto): Promise<RejectedOutcome | undefined> {
    const path = parseStoredPath(text);
    const stat = path === undefined ? undefined : await this.files.stat(path);
    if (path === undefined || stat?.kind !== 'file')
      return toRejectedFile(
        'file.missing',
        '/path',
        'The file store has no file with this path. Copy the files first.',
      );
    const isSame =
      stat.size === size && (await findFileRecord(this.files, path))?.sha256 === sha256;
    if (isSame) return undefined;
    return toRejectedFile('file.differs', '/sha256', 'The stored file has a different content.');
  }
}

/** Returns the record of a file; undefined if it has been deleted. */
async function findFileRecord(
  files: FileStore,
  path: FilePath,
): Promise<Omit<FileImportDto, 'path'> | undefined> {
  try {
    const hash = createHash('sha256');
    const { file, content } = await files.read(path);
    for await (const bytes of content as AsyncIterable<Buffer>) {
      await yieldToEventLoop();
      hash.update(bytes);
    }
    return { size: file.size, sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof FileNotFound) return undefined;
    throw error;
  }
}

function toRejectedFile(code: string, pointer: string, detail: string): RejectedOutcome {
  return { result: 'rejected', code, pointer, detail };
}
