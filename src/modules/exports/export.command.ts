import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { journalPosition, type Stores } from '../../database';
import type { FileStore } from '../files';
import type { LineTypes } from '../intake';
import type { JournalClerk } from '../journal';
import { exportedSlices, type ExportOptions, fileSlices, type Slice } from './exporter';
import { noSuchType, unknownTypes } from './exported-walks';
import { csvOf } from './line-format';

/** Exit codes of the command. */
const DONE = 0;
const FAILED = 2;

const STANDARD_OUTPUT = '-';
/** Milliseconds between two lines of progress. */
const INTERVAL_MS = 5000;
/** The same on a terminal, where the line is overwritten. */
const TERMINAL_INTERVAL_MS = 200;

type Messages = Writable & { readonly isTTY?: boolean };

interface CommandOptions extends Omit<ExportOptions, 'format'> {
  /** All types of lines; given when a table is to be written. */
  readonly asTable?: LineTypes;
  /** Path of the file; `-` is standard output. */
  readonly out: string;
  /** Takes progress and messages; standard error by default. */
  readonly messages?: Messages;
}

/** What an export has come to. */
export interface Exported {
  readonly lines: number;
  readonly bytes: number;
  /** In the journal: everything up to it is in the export. */
  readonly position: number;
}

/** What an export is made of. */
export interface Exporting extends Pick<Stores, 'database' | 'loader'> {
  readonly files: FileStore;
}

/**
 * Writes an export of one state slice by slice, then the lines of files.
 * @param onProgress called after every slice
 */
export async function writeExport(
  { database, loader, files }: Exporting,
  output: Writable,
  options: ExportOptions,
  onProgress: (progress: Exported) => void = () => undefined,
): Promise<Exported> {
  let done: Exported = { lines: 0, bytes: 0, position: 0 };
  const write = async (slices: AsyncIterable<Slice>): Promise<void> => {
    for await (const { text, lines } of slices) {
      if (!output.write(text)) await once(output, 'drain');
      done = {
        ...done,
        lines: done.lines + lines,
        bytes: done.bytes + Buffer.byteLength(text),
      };
      onProgress(done);
    }
  };
  await database.snapshot(async () => {
    done = { ...done, position: await journalPosition(loader) };
    await write(exportedSlices(loader, options));
  });
  await write(fileSlices(files, options));
  return done;
}

/**
 * The command `export [TYPES] --out FILE`: shows progress. The file gets its name once it is complete.
 * @returns the exit code: 0 if everything was written, 2 if it failed
 */
export async function exportCommand(
  { clerk, ...exporting }: Exporting & { readonly clerk: Pick<JournalClerk, 'catchUp'> },
  { out, messages = process.stderr, asTable, ...selected }: CommandOptions,
): Promise<number> {
  const display = new Display(messages);
  try {
    const [unknown] = unknownTypes(selected.types ?? []);
    if (unknown !== undefined) throw new Error(noSuchType(unknown));
    const options: ExportOptions = {
      ...selected,
      ...(asTable && { format: csvOf(selected.types ?? [], asTable) }),
    };
    await clerk.catchUp();
    const done = await (out === STANDARD_OUTPUT
      ? writeExport(exporting, process.stdout, options, (progress) => display.show(progress))
      : toFile(exporting, out, options, display));
    display.end(done);
    messages.write(`position ${done.position}\n`);
    return DONE;
  } catch (error) {
    messages.write(`The export failed: ${(error as Error).message}\n`);
    return FAILED;
  }
}

async function toFile(
  exporting: Exporting,
  path: string,
  options: ExportOptions,
  display: Display,
): Promise<Exported> {
  const unfinished = `${path}.unfinished`;
  // Readable by its owner alone: it holds everything that is known about customers.
  const output = createWriteStream(unfinished, { mode: 0o600 });
  try {
    await once(output, 'open');
    const done = await writeExport(exporting, output, options, (progress) =>
      display.show(progress),
    );
    output.end();
    await finished(output);
    await rename(unfinished, path);
    return done;
  } catch (error) {
    output.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** On a terminal one line that is overwritten, elsewhere a line every few seconds. */
class Display {
  private readonly startedAt = performance.now();
  private shownAt = performance.now();

  constructor(private readonly messages: Messages) {}

  show(progress: Exported): void {
    const { isTTY = false } = this.messages;
    const now = performance.now();
    if (now - this.shownAt < (isTTY ? TERMINAL_INTERVAL_MS : INTERVAL_MS)) return;
    this.shownAt = now;
    this.messages.write(`${isTTY ? '\r' : ''}${this.text(progress)}${isTTY ? '  ' : '\n'}`);
  }

  end(done: Exported): void {
    this.messages.write(`${this.messages.isTTY === true ? '\r' : ''}${this.text(done)}\n`);
  }

  private text({ lines, bytes }: Exported): string {
    const seconds = Math.max(performance.now() - this.startedAt, 1) / 1000;
    const mebibytes = bytes / 1024 / 1024;
    const rate = (mebibytes / seconds).toFixed(1);
    return `${lines} lines, ${mebibytes.toFixed(1)} MiB, ${rate} MiB/s`;
  }
}
