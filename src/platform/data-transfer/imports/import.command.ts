import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { ImportInterrupted } from './import-errors';
import { createImportDisplay } from './import-display';
import type { ImportService, ImportProgress } from './import.service';
import type { ImportRecordError, ImportSummary } from './import-summary';

/** Exit codes of the command. */
const EXIT_SUCCESS = 0;
const EXIT_REJECTED = 1;
const EXIT_FAILURE = 2;

const STANDARD_INPUT = '-';
/** Mode of a file that only its owner can read and write. */
const OWNER_ONLY_MODE = 0o600;
const allScopes: ReadonlySet<string> = new Set(['*']);

interface ImportRunOptions {
  /** Path of a file for the rejected records with their errors, one JSON object per line. */
  readonly errorsPath?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** See `ImportServiceOptions`. */
  readonly rejectsRepeated?: boolean;
  readonly isDryRun?: boolean;
  /** Ends the import after the current batch. */
  readonly signal?: AbortSignal;
}

interface ImportCommandOptions {
  /** Path of a file for the rejected records with their errors, one JSON object per line. */
  readonly errors?: string;
  /** Whether a record is rejected if an earlier record of the import with the same key differs. */
  readonly rejectRepeated?: boolean;
  /** Whether the records are only checked. */
  readonly dryRun?: boolean;
  /** Destination of the summary; standard output by default. */
  readonly output?: Writable;
  /** Destination of progress and messages; standard error by default. */
  readonly messages?: Writable & { readonly isTTY?: boolean };
}

/**
 * Imports a file with all scopes.
 * @param file path of an NDJSON file, or `-` for standard input
 * @throws ImportInterrupted, or the error of a file that can't be read or written
 */
export async function runImport(
  importService: ImportService,
  file: string,
  { errorsPath, ...options }: ImportRunOptions = {},
): Promise<ImportSummary> {
  const errors = errorsPath === undefined ? undefined : await ErrorsFile.open(errorsPath);
  const input: AsyncIterable<Buffer> =
    file === STANDARD_INPUT ? process.stdin : createReadStream(file);
  try {
    return await importService.run(input, {
      scopes: allScopes,
      isOperator: true,
      ...options,
      ...(errors ? { onError: (error) => errors.write(error) } : {}),
    });
  } finally {
    await errors?.close();
  }
}

/**
 * Runs the command `import FILE|-`: shows progress and prints the summary as JSON. Ctrl-C or SIGTERM ends it after the
 * current batch, a second one at once.
 * @returns the exit code: 0 if all records were (or would be) stored, 1 if some were rejected, 2 if the import failed
 * or was stopped
 */
export async function runImportCommand(
  importService: ImportService,
  file: string,
  {
    errors: errorsPath,
    rejectRepeated: rejectsRepeated = false,
    dryRun: isDryRun = false,
    output = process.stdout,
    messages = process.stderr,
  }: ImportCommandOptions = {},
): Promise<number> {
  const display = await createImportDisplay(messages, await findFileSize(file));
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const { signal } = stopping;
    const onProgress = (progress: ImportProgress): void => {
      display.show(progress);
    };
    const summary = await runImport(importService, file, {
      onProgress,
      rejectsRepeated,
      isDryRun,
      signal,
      ...(errorsPath === undefined ? {} : { errorsPath }),
    });
    display.end();
    output.write(`${JSON.stringify(summary, null, 2)}\n`);
    return summary.rejected === 0 ? EXIT_SUCCESS : EXIT_REJECTED;
  } catch (error) {
    display.end();
    if (error instanceof ImportInterrupted)
      output.write(`${JSON.stringify(error.summary, null, 2)}\n`);
    messages.write(`The import ended early: ${(error as Error).message}\n`);
    return EXIT_FAILURE;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Returns the size in bytes; undefined for standard input and files without access, which fail when they are read. */
async function findFileSize(file: string): Promise<number | undefined> {
  if (file === STANDARD_INPUT) return undefined;
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/**
 * The file of rejected records, which can be corrected and imported again. Each is written at once, so they survive if
 * the import is killed. They contain personal data, so only the owner may read the file.
 */
class ErrorsFile {
  private failure: unknown;

  private constructor(private readonly stream: Writable) {
    stream.on('error', (error) => {
      this.failure = error;
    });
  }

  /** @throws Error if the file can't be written, before anything is imported */
  static async open(path: string): Promise<ErrorsFile> {
    const file = await open(path, 'w', OWNER_ONLY_MODE);
    // An existing file would keep its mode; the mode of a device must not be changed.
    if ((await file.stat()).isFile()) await file.chmod(OWNER_ONLY_MODE);
    return new ErrorsFile(file.createWriteStream());
  }

  async write({ line, code, detail, pointer, record }: ImportRecordError): Promise<void> {
    if (this.failure !== undefined) throw this.failure as Error;
    const written = { ...record, _error: { line, code, detail, pointer } };
    if (!this.stream.write(`${JSON.stringify(written)}\n`)) await once(this.stream, 'drain');
  }

  async close(): Promise<void> {
    if (this.failure !== undefined) return;
    this.stream.end();
    await once(this.stream, 'close');
  }
}
