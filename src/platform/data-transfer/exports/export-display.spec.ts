import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ExportDisplay } from './export-display';

const half = { records: 100, lines: 50, bytes: 1024 * 1024, position: 0 };

async function shown(toCome: number | undefined, end = half): Promise<string> {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const display = new ExportDisplay(terminal, toCome);
  await pause(210);
  display.show(half);
  display.end(end);
  return String(terminal.read());
}

describe('ExportDisplay', () => {
  it('shows on a terminal what share of the records has been read, and what came of it in the end', async () => {
    const said = await shown(200);
    expect(said).toMatch(
      /^\r█{15}░{15} 50 % of the records, 50 lines, 1\.0 MiB, [\d.]+ MiB\/s {2}\r/,
    );
    expect(said).toMatch(/\r50 lines, 1\.0 MiB, [\d.]+ MiB\/s\S+\n$/);
  });

  it('never says that there is more than all, although files come last', async () => {
    expect(await shown(80)).toContain('100 % of the records, ');
  });

  it.each([0, undefined])('shows no share of %s records', async (toCome) => {
    expect(await shown(toCome)).toMatch(/^\r50 lines, /);
  });
});
