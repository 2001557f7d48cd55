import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCommandTable } from '../../src/commands/command-table';
import { createProgram } from '../../src/commands/command-line';

describe('the list of commands in its page', () => {
  it('is the one that is generated', () => {
    const page = readFileSync(join(__dirname, '../../docs/cli.md'), 'utf8');
    expect(withCommandTable(page, createProgram({}))).toBe(page);
  });
});
