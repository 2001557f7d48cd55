import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withMarkedText } from '../core/marked-text';
import { configurationTable } from './configuration-table';
import { variables } from './variable';

describe('the configuration table', () => {
  it('has a row for every variable', () => {
    expect(configurationTable().split('\n')).toHaveLength(variables().length + 2);
    expect(configurationTable()).toContain('| `PORT` | `3000` |');
  });

  it('is in its page as generated', () => {
    const page = readFileSync(join(__dirname, '../../docs/configuration.md'), 'utf8');
    expect(withMarkedText(page, 'configuration', configurationTable())).toBe(page);
  });

  it('needs its markers', () => {
    expect(() => withMarkedText('# Nothing', 'configuration', configurationTable())).toThrow(
      'no markers',
    );
  });
});
