import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { replaceMarkedText } from '../core/marked-text';
import { formatCommandTable } from './command-table';

describe('the table of the commands', () => {
  const program = new Command('program');
  program.command('plain').description('do it');
  const group = program.command('group');
  group
    .command('choose')
    .description('a | b')
    .argument('<what>', 'of these')
    .argument('[more]')
    .option('--into <file>', 'where it goes')
    .option('--all', 'of them');

  it('has a row for every command, with arguments and options', () => {
    expect(formatCommandTable(program).split('\n').slice(2, 4)).toEqual([
      '| `plain` | do it |  |',
      '| `group choose <what> [more]` | a \\| b; what: of these | `--into <file>`: where it goes<br>`--all`: of them |',
    ]);
  });

  it('lists the exit codes', () => {
    expect(formatCommandTable(program)).toMatch(
      /\| exit code \| \|\n.*\n\| 0 \| success \|\n\| 1 \| .*\n\| 2 \| /,
    );
  });

  it('is inserted between its markers', () => {
    const page = readFileSync(join(__dirname, '../../docs/cli.md'), 'utf8');
    const table = formatCommandTable(program);
    expect(replaceMarkedText(page, 'commands', table)).toContain(table);
    expect(() => replaceMarkedText('# Nothing', 'commands', table)).toThrow('no markers');
  });
});
