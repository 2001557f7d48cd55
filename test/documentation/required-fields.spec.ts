import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(__dirname, '../../docs');
const read = (path: string): string => readFileSync(join(DOCS, path), 'utf8');

const types = readdirSync(join(DOCS, 'schemas')).map((name) => name.replace('.json', ''));

interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly 'x-reference'?: string;
}

/** The fields of the first table below the heading of a type; required ones are bold. */
function fieldsOnPage(type: string): string[] {
  const [, section = ''] = read('lines.md').split(
    new RegExp(`^## (?:.*, )?${type}(?:, .*)?$`, 'm'),
  );
  const [table = ''] = section.split(/^#/m);
  return [...table.matchAll(/^\| (\*\*[\w.[\]]+\*\*|[\w.[\]]+) \|/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'field');
}

/** All fields of a schema with their parts; required ones are bold. The page explains the identifiers of references. */
function fieldsOf(schema: Schema, prefix = ''): string[] {
  const isReference = schema['x-reference'] !== undefined;
  const isExplained = (name: string): boolean =>
    isReference ? name === 'id' || name === 'pId' : prefix === '' && name === 'type';
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !isExplained(name))
    .flatMap(([name, field]) => {
      const path = `${prefix}${name}`;
      const own = schema.required?.includes(name) === true ? `**${path}**` : path;
      const parts = field.items ?? field;
      return [own, ...fieldsOf(parts, field.items ? `${path}[].` : `${path}.`)];
    });
}

describe('the fields of lines', () => {
  it.each(types)('are all on the page of lines, required ones in bold: %s', (type) => {
    const schema = JSON.parse(read(`schemas/${type}.json`)) as Schema;
    expect(fieldsOnPage(type).sort()).toEqual(fieldsOf(schema).sort());
  });

  it.each(types)('are linked from the page about importing: %s', (type) => {
    expect(read('import.md').includes(`[${type}](lines.md#`)).toBe(true);
  });
});
