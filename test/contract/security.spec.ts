import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/security-tests.md'), 'utf8');

interface Row {
  readonly attack: string;
  readonly guards: readonly string[];
  readonly specs: readonly string[];
  readonly category: string;
  readonly requirement: string;
}

/** The rows of the tables whose first column is the attack. */
function rowsOf(text: string): Row[] {
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
  return cells
    .filter((row) => row.length === 5 && row[0] !== 'attack' && row[0] !== '---')
    .map(([attack = '', guards = '', specs = '', category = '', requirement = '']) => ({
      ...{ attack, guards: codes(guards), specs: codes(specs) },
      ...{ category, requirement },
    }));
}

const codes = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('the table of attacks', () => {
  const rows = rowsOf(page);

  it('is read whole', () => {
    const lines = page.split('\n').filter((line) => / \| API\d+ \| /.test(line));
    expect(rows).toHaveLength(lines.length);
    expect(rows.length).toBeGreaterThan(60);
    expect(new Set(rows.map(({ attack }) => attack)).size).toBe(rows.length);
  });

  it.each(rows)('names guards and specs that are there: $attack', ({ guards, specs }) => {
    expect(guards).not.toEqual([]);
    expect(specs).not.toEqual([]);
    expect(specs.filter((file) => !/^(src|test)\/.+spec\.ts$/.test(file))).toEqual([]);
    expect([...guards, ...specs].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('assigns each to its topic', () => {
    for (const { category, requirement } of rows) {
      expect(category).toMatch(/^API([1-9]|10)$/);
      expect(requirement).toMatch(/^V([1-9]|1[0-7])\.\d+\.\d+$/);
    }
    // All ten categories have their attacks.
    expect(new Set(rows.map(({ category }) => category)).size).toBe(10);
  });
});
