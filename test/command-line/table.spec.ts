import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../src/commands/command-line';
import { formatCommandTable } from '../../src/commands/command-table';
import { replaceMarkedText } from '../../src/core/marked-text';

describe('the list of commands in its page', () => {
  it('is the one that is generated', () => {
    const page = readFileSync(join(__dirname, '../../docs/cli.md'), 'utf8');
    expect(replaceMarkedText(page, 'commands', formatCommandTable(createProgram({})))).toBe(page);
  });
});
