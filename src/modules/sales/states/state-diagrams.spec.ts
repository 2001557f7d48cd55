import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceMarkedText } from '../../../core/marked-text';
import { formatStateDiagrams } from './state-diagrams';

describe('the diagrams of the states', () => {
  it('draw every state and every move', () => {
    const text = formatStateDiagrams();
    for (const line of [
      ...['### Orders', 'any --> s_11', 'state "-1 Denied" as s_1', '### RMAs'],
      ...['[*] --> s1', 's_3 --> s6', 's4 --> [*]', '| 3 Shipped | 4 Delivered, 0 Incidents |'],
      '| 4 Delivered | none (final state) |',
    ]) {
      expect(text).toContain(line);
    }
    // RMAs and shipments: 21 and 10 moves, a start each, three final states; orders: one arrow a target.
    expect(text.match(/ --> /g)).toHaveLength(21 + 10 + 2 + 3 + 7);
    expect(text).not.toContain('undefined');
  });

  it('are up to date in the documentation', () => {
    const page = readFileSync(join(__dirname, '../../../../docs/states.md'), 'utf8');
    expect(replaceMarkedText(page, 'states', formatStateDiagrams())).toBe(page);
  });

  it('need markers in the page', () => {
    expect(() => replaceMarkedText('# Nothing', 'states', formatStateDiagrams())).toThrow(
      'no markers',
    );
  });
});
