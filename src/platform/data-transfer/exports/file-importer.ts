import { createHash } from 'node:crypto';
import { Int, Text } from '../../../api';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import { FileNotFound, type FilePath, type FileStore, toStoredPath } from '../../media/files';
import type { ImportRecord, ImportRecordType, ImportOutcome, RejectedOutcome } from '../imports';

/** The type of the lines. */
export const FILE_RECORD_TYPE = 'file';

class FileImportDto {
  @Text({ max: 1024, description: 'In the file store' })
  path!: string;

  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Bytes' })
  size!: number;

  @Text({ max: 64, description: 'SHA-256 of the content, in hex' })
  sha256!: string;
}

/** All files as lines, ordered by path. */
export async function* readFileRecords(files: FileStore): AsyncGenerator<FileImportDto> {
  for await (const path of files.list()) {
    const said = await findFileRecord(files, path);
    if (said) yield { path, ...said };
  }
}

/** Lines of files hold no content: they say which content has to be there, and are rejected if it is not. */
export class FileImporter implements ImportRecordType<FileImportDto> {
  readonly type = FILE_RECORD_TYPE;
  readonly dto = FileImportDto;
  readonly scope = 'files:read';
  /** Found beforehand: files can't be looked at inside a unit of work. */
  private readonly rejections = new WeakMap<FileImportDto, RejectedOutcome>();

  constructor(private readonly files: FileStore) {}

  getKey({ path }: FileImportDto): string {
    return path;
  }

  async prepare(values: readonly FileImportDto[]): Promise<void> {
    for (const value of values) {
      const fault = await this.findRejection(value);
      if (fault) this.rejections.set(value, fault);
    }
  }

  store(lines: readonly ImportRecord<FileImportDto>[]): Promise<ImportOutcome[]> {
    return Promise.resolve(
      lines.map(({ value }) => this.rejections.get(value) ?? { result: 'unchanged', id: 0 }),
    );
  }

  dryRun(lines: readonly ImportRecord<FileImportDto>[]): Promise<ImportOutcome[]> {
    return this.store(lines);
  }

  private async findRejection({
    path: text,
    size,
    sha256,
  }: FileImportDto): Promise<RejectedOutcome | undefined> {
    const path = toStoredPath(text);
    const seen = path === undefined ? undefined : await this.files.stat(path);
    if (path === undefined || seen?.kind !== 'file')
      return toRejectedFile(
        'file.missing',
        '/path',
        'There is no such file; bring the file store along.',
      );
    const isSame =
      seen.size === size && (await findFileRecord(this.files, path))?.sha256 === sha256;
    if (isSame) return undefined;
    return toRejectedFile('file.differs', '/sha256', 'The file has other content.');
  }
}

/** The line of a file; undefined: it is gone by now. */
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
