import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program';

describe('runProgram', () => {
  let folder: string;
  let file: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'program-'));
    file = join(folder, 'input');
    // More than a pipe holds.
    writeFileSync(file, 'x'.repeat(1024 * 1024));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('returns the output', async () => {
    expect(await runProgram('wc', ['-c'], file)).toMatch(/^\s*1048576\s*$/);
    expect(await runProgram('cat', [])).toBe('');
  });

  it('throws the message of a program that fails, even if it closes its input early', async () => {
    const failing = runProgram('sh', ['-c', 'echo broken >&2; exit 3'], file);
    await expect(failing).rejects.toThrow('sh failed (exit code 3): broken');
    await expect(runProgram('/nowhere/program', [], file)).rejects.toThrow('ENOENT');
  });

  it('throws if a program succeeds without all of its input', async () => {
    // A folder can be opened, but not read, like a file on a broken disk.
    await expect(runProgram('cat', [], folder)).rejects.toThrow(
      /^cat did not receive all of .*EISDIR/,
    );
    await expect(runProgram('true', [], file)).rejects.toThrow('true did not receive all of');
  });
});
