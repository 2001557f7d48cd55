import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCommandTable } from '../../src/commands/command-table';
import { createProgram } from '../../src/commands/command-line';

describe('the list of commands in the README', () => {
  it('is the one that is generated', () => {
    const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
    expect(withCommandTable(readme, createProgram({}))).toBe(readme);
  });
});
