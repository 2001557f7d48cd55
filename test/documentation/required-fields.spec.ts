import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(__dirname, '../../docs');
const read = (path: string): string => readFileSync(join(DOCS, path), 'utf8');

const types = readdirSync(join(DOCS, 'schemas')).map((name) => name.replace('.json', ''));

interface Schema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The fields of the first table below the heading of a type; required ones are bold. */
function fieldsOnPage(type: string): string[] {
  const [, section = ''] = read('lines.md').split(
    new RegExp(`^## (?:.*, )?${type}(?:, .*)?$`, 'm'),
  );
  const [table = ''] = section.split(/^#/m);
  return [...table.matchAll(/^\| (\*\*\w+\*\*|\w+) \|/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'field');
}

describe('the fields of lines', () => {
  it.each(types)('are all on the page of lines, required ones in bold: %s', (type) => {
    const { required, properties } = JSON.parse(read(`schemas/${type}.json`)) as Schema;
    const expected = Object.keys(properties)
      .filter((name) => name !== 'type')
      .map((name) => (required.includes(name) ? `**${name}**` : name));
    expect(fieldsOnPage(type).sort()).toEqual(expected.sort());
  });

  it.each(types)('are linked from the page about importing: %s', (type) => {
    expect(read('import.md')).toContain(`[${type}](lines.md#`);
  });
});
