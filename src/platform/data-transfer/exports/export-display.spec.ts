import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { ExportDisplay } from './export-display';

const half = { records: 100, lines: 50, bytes: 1024 * 1024, position: 0 };

async function display(expected: number | undefined, end = half): Promise<string> {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const display = new ExportDisplay(terminal, expected);
  await pause(210);
  display.show(half);
  display.end(end);
  terminal.end();
  return text(terminal);
}

describe('ExportDisplay', () => {
  it('shows the share of the records on a terminal, and the totals at the end', async () => {
    const said = await display(200);
    expect(said).toMatch(
      /^\r█{15}░{15} 50 % of the records, 50 lines, 1\.0 MiB, [\d.]+ MiB\/s {2}\r/,
    );
    expect(said).toMatch(/\r50 lines, 1\.0 MiB, [\d.]+ MiB\/s\S+\n$/);
  });

  it('never shows more than 100 %, although files come last', async () => {
    expect(await display(80)).toContain('100 % of the records, ');
  });

  it.each([0, undefined])("doesn't show a share of %s records", async (expected) => {
    expect(await display(expected)).toMatch(/^\r50 lines, /);
  });
});
