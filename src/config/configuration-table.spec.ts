import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceMarkedText } from '../core/marked-text';
import { formatConfigurationTable } from './configuration-table';
import { listVariables } from './environment-variable';

describe('the configuration table', () => {
  it('has a row for every variable', () => {
    expect(formatConfigurationTable().split('\n')).toHaveLength(listVariables().length + 2);
    expect(formatConfigurationTable()).toContain('| `PORT` | `3000` |');
  });

  it('is in its page as generated', () => {
    const page = readFileSync(join(__dirname, '../../docs/configuration.md'), 'utf8');
    expect(replaceMarkedText(page, 'configuration', formatConfigurationTable())).toBe(page);
  });

  it('needs its markers', () => {
    expect(() =>
      replaceMarkedText('# Nothing', 'configuration', formatConfigurationTable()),
    ).toThrow('no markers');
  });
});
