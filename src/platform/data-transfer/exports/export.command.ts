import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, unlink } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { getJournalPosition, type DataAccess } from '../../../database';
import type { FileStore } from '../../media/files';
import type { ImportRecordTypeRegistry } from '../imports';
import type { JournalSequencer } from '../../events/journal';
import { ExportDisplay, type MessageStream } from './export-display';
import {
  type ExportTotals,
  readExportSlices,
  type ExportOptions,
  readFileSlices,
  countExpectedRecords,
  type ExportSlice,
} from './export-slices';
import { formatUnknownTypeMessage, findUnknownTypes } from './export-sources';
import { createCsvFormat } from './export-format';

/** Exit codes of the command. */
const EXIT_SUCCESS = 0;
const EXIT_FAILURE = 2;

const STANDARD_OUTPUT = '-';
/** Exports contain all personal data of the store, so only the owner may read the file. */
const OWNER_ONLY_MODE = 0o600;

interface ExportCommandOptions extends Omit<ExportOptions, 'format'> {
  /** The registry of record types; if present, the export is written as CSV. */
  readonly csvTypeRegistry?: ImportRecordTypeRegistry;
  /** Path of the output file; `-` is standard output. */
  readonly outputPath: string;
  /** Destination if `outputPath` is `-`; standard output by default. */
  readonly standardOutput?: Writable;
  /** Destination of progress and messages; standard error by default. */
  readonly messages?: MessageStream;
}

/** Services that an export needs. */
export interface ExportDependencies extends Pick<DataAccess, 'database' | 'loader'> {
  readonly files: FileStore;
}

/**
 * Writes an export of a consistent snapshot slice by slice, then the records of files.
 * @param onProgress called after every slice
 */
export async function writeExport(
  { database, loader, files }: ExportDependencies,
  output: Writable,
  options: ExportOptions,
  onProgress: (progress: ExportTotals) => void = () => undefined,
): Promise<ExportTotals> {
  let totals: ExportTotals = { records: 0, lines: 0, bytes: 0, position: 0 };
  const write = async (slices: AsyncIterable<ExportSlice>): Promise<void> => {
    for await (const { text, records, lines } of slices) {
      if (output.errored) throw output.errored;
      if (!output.write(text)) await once(output, 'drain');
      totals = {
        ...totals,
        records: totals.records + records,
        lines: totals.lines + lines,
        bytes: totals.bytes + Buffer.byteLength(text),
      };
      onProgress(totals);
    }
  };
  await database.runInSnapshot(async () => {
    totals = { ...totals, position: await getJournalPosition(loader) };
    await write(readExportSlices(loader, options));
  });
  await write(readFileSlices(files, options));
  return totals;
}

/**
 * Runs the command `export [TYPES] --out FILE` and shows its progress. The file gets its name once it is complete.
 * @returns the exit code: 0 if everything was written, 2 if it failed
 */
export async function runExportCommand(
  {
    sequencer,
    ...dependencies
  }: ExportDependencies & { readonly sequencer: Pick<JournalSequencer, 'catchUp'> },
  {
    outputPath,
    standardOutput = process.stdout,
    messages = process.stderr,
    csvTypeRegistry,
    ...selection
  }: ExportCommandOptions,
): Promise<number> {
  try {
    const [unknown] = findUnknownTypes(selection.types ?? []);
    if (unknown !== undefined) throw new Error(formatUnknownTypeMessage(unknown));
    const options: ExportOptions = {
      ...selection,
      ...(csvTypeRegistry && { format: createCsvFormat(selection.types ?? [], csvTypeRegistry) }),
    };
    if (options.recordId !== undefined && options.types?.length !== 1)
      throw new Error('Name exactly one type for --id.');
    await sequencer.catchUp();
    const expected = await countExpectedRecords(dependencies.loader, options);
    if (options.recordId !== undefined && expected === 0)
      throw new Error(`There is no ${options.types?.[0]} with the id ${options.recordId}.`);
    const display = new ExportDisplay(messages, expected);
    const done = await (outputPath === STANDARD_OUTPUT
      ? exportThroughFile(dependencies, standardOutput, options, display)
      : exportToFile(dependencies, outputPath, options, display));
    display.end(done);
    messages.write(`position ${done.position}\n`);
    return EXIT_SUCCESS;
  } catch (error) {
    messages.write(`The export failed: ${(error as Error).message}\n`);
    return EXIT_FAILURE;
  }
}

async function exportToFile(
  dependencies: ExportDependencies,
  path: string,
  options: ExportOptions,
  display: ExportDisplay,
): Promise<ExportTotals> {
  const unfinished = `${path}.unfinished`;
  const output = createWriteStream(unfinished, { mode: OWNER_ONLY_MODE });
  try {
    await once(output, 'open');
    const done = await writeContent(output, dependencies, options, display);
    await rename(unfinished, path);
    return done;
  } catch (error) {
    output.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Writes everything to a temporary file before it is read: a slow or stopped reader must not keep a snapshot of the
 * database open.
 */
async function exportThroughFile(
  dependencies: ExportDependencies,
  target: Writable,
  options: ExportOptions,
  display: ExportDisplay,
): Promise<ExportTotals> {
  const path = join(tmpdir(), `export-${randomUUID()}`);
  const output = createWriteStream(path, { flags: 'wx', mode: OWNER_ONLY_MODE });
  await once(output, 'open');
  const content = createReadStream(path);
  try {
    try {
      await once(content, 'open');
    } finally {
      // Without a name, the file disappears however the process ends.
      await unlink(path);
    }
    const done = await writeContent(output, dependencies, options, display);
    await pipeline(content, target, { end: false });
    return done;
  } finally {
    output.destroy();
    content.destroy();
  }
}

async function writeContent(
  output: Writable,
  dependencies: ExportDependencies,
  options: ExportOptions,
  display: ExportDisplay,
): Promise<ExportTotals> {
  // Registered at once: the disk may be full at any write.
  const written = finished(output);
  written.catch(() => undefined);
  const done = await writeExport(dependencies, output, options, (progress) =>
    display.show(progress),
  );
  output.end();
  await written;
  return done;
}
