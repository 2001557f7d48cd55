import type { Writable } from 'node:stream';
import type { ExportTotals } from './export-slices';

/** Time between two lines of progress. */
const PROGRESS_INTERVAL_MS = 5000;
/** Time between two updates on a terminal, where the line is overwritten. */
const TERMINAL_PROGRESS_INTERVAL_MS = 200;
const BAR_WIDTH = 30;

export type MessageStream = Writable & { readonly isTTY?: boolean };

/** Shows the progress of an export: one updated line on a terminal, otherwise a line every few seconds. */
export class ExportDisplay {
  private readonly startedAt = performance.now();
  private shownAt = performance.now();

  /** @param expectedRecords number of records, by `countExpectedRecords`; undefined if it is unknown */
  constructor(
    private readonly messages: MessageStream,
    private readonly expectedRecords: number | undefined,
  ) {}

  show(progress: ExportTotals): void {
    const { isTTY = false } = this.messages;
    const now = performance.now();
    if (now - this.shownAt < (isTTY ? TERMINAL_PROGRESS_INTERVAL_MS : PROGRESS_INTERVAL_MS)) return;
    this.shownAt = now;
    const text = `${this.formatShare(progress)}${this.formatProgress(progress)}`;
    this.messages.write(`${isTTY ? '\r' : ''}${text}${isTTY ? '  ' : '\n'}`);
  }

  end(totals: ExportTotals): void {
    // The escape sequence clears the rest of the line, which had a progress bar.
    const text =
      this.messages.isTTY === true
        ? `\r${this.formatProgress(totals)}\u001b[K`
        : this.formatProgress(totals);
    this.messages.write(`${text}\n`);
  }

  /** Formats the share of the records that have been read; files, which follow them, aren't counted. */
  private formatShare({ records }: ExportTotals): string {
    const { expectedRecords } = this;
    if (expectedRecords === undefined || expectedRecords === 0) return '';
    const share = Math.min(1, records / expectedRecords);
    const full = Math.floor(BAR_WIDTH * share);
    const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} `;
    return `${this.messages.isTTY === true ? bar : ''}${Math.floor(100 * share)} % of the records, `;
  }

  private formatProgress({ lines, bytes }: ExportTotals): string {
    const seconds = Math.max(performance.now() - this.startedAt, 1) / 1000;
    const mebibytes = bytes / 1024 / 1024;
    const rate = (mebibytes / seconds).toFixed(1);
    return `${lines} lines, ${mebibytes.toFixed(1)} MiB, ${rate} MiB/s`;
  }
}
