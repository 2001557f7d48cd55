import type { Writable } from 'node:stream';
import type { ImportProgress } from './import.service';

/** Shows the progress of an import. */
export interface ImportDisplay {
  show(progress: ImportProgress): void;
  end(): void;
}

type MessageStream = Writable & { readonly isTTY?: boolean };

/** Time between two lines on an output that isn't a terminal. */
const PLAIN_INTERVAL_MS = 5000;
const MS_PER_SECOND = 1000;

/**
 * Creates a progress bar on a terminal, otherwise a plain line every few seconds.
 * @param size bytes of the input, if known: then the remaining time is shown
 */
export async function createImportDisplay(
  output: MessageStream,
  size: number | undefined,
): Promise<ImportDisplay> {
  const importRate = new ImportRate();
  return output.isTTY === true && size !== undefined
    ? createBarDisplay(output, size, importRate)
    : createLineDisplay(output, size, importRate);
}

async function createBarDisplay(
  output: MessageStream,
  size: number,
  importRate: ImportRate,
): Promise<ImportDisplay> {
  const { Presets, SingleBar } = await import('cli-progress');
  const bar = new SingleBar(
    {
      format:
        '{bar} {percentage} % | {lines} lines | {rate} lines/s | {rejected} rejected | {left} left',
      stream: output,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  const toBarPayload = (progress: ImportProgress): object => ({
    lines: progress.lines,
    rate: importRate.getLinesPerSecond(progress),
    rejected: progress.rejected,
    left: formatDuration(importRate.getSecondsLeft(progress, size)),
  });
  bar.start(Math.max(size, 1), 0, toBarPayload({ bytes: 0, lines: 0, rejected: 0 }));
  return {
    show: (progress) => {
      bar.update(Math.min(progress.bytes, size), toBarPayload(progress));
    },
    end: () => {
      bar.stop();
    },
  };
}

function createLineDisplay(
  output: MessageStream,
  size: number | undefined,
  importRate: ImportRate,
): ImportDisplay {
  let shownAt = performance.now();
  let last: ImportProgress | undefined;
  const write = (progress: ImportProgress): void => {
    const done =
      size === undefined || size === 0 ? '' : `${Math.floor((100 * progress.bytes) / size)} %, `;
    const left =
      size === undefined
        ? ''
        : `, ${formatDuration(importRate.getSecondsLeft(progress, size))} left`;
    const { lines, rejected } = progress;
    const rate = importRate.getLinesPerSecond(progress);
    output.write(`${done}${lines} lines, ${rate} lines/s, ${rejected} rejected${left}\n`);
    shownAt = performance.now();
    last = undefined;
  };
  return {
    show: (progress) => {
      last = progress;
      if (performance.now() - shownAt >= PLAIN_INTERVAL_MS) write(progress);
    },
    end: () => {
      if (last) write(last);
    },
  };
}

/** Average rate since the start. */
class ImportRate {
  private readonly startedAt = performance.now();

  getLinesPerSecond({ lines }: ImportProgress): number {
    return Math.round(lines / this.getElapsedSeconds());
  }

  getSecondsLeft({ bytes }: ImportProgress, size: number): number | undefined {
    return bytes === 0 ? undefined : (this.getElapsedSeconds() * Math.max(0, size - bytes)) / bytes;
  }

  private getElapsedSeconds(): number {
    return Math.max(performance.now() - this.startedAt, 1) / MS_PER_SECOND;
  }
}

function formatDuration(seconds: number | undefined): string {
  if (seconds === undefined) return 'unknown time';
  const whole = Math.ceil(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}
