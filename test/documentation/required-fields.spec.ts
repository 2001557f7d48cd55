import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(__dirname, '../../docs');

const types = readdirSync(join(DOCS, 'schemas')).map((name) => name.replace('.json', ''));

/** What has to be in a line, besides its type. */
function requiredOf(type: string): string[] {
  const schema = readFileSync(join(DOCS, 'schemas', `${type}.json`), 'utf8');
  const { required } = JSON.parse(schema) as { readonly required: readonly string[] };
  return required.filter((name) => name !== 'type');
}

/** What is bold in a cell, without the members of objects. */
function boldOf(cell: string): string[] {
  const fields = cell.replace(/\{[^}]*\}/g, '');
  return [...fields.matchAll(/\*\*(\w+)\*\*/g)].map(([, name = '']) => name);
}

/** What docs/import.md says is required, by type; a row is of one type or of several. */
function saidByPage(): Map<string, string[]> {
  const page = readFileSync(join(DOCS, 'import.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([\w, ]+) \| (.*) \|$/gm)];
  return new Map(
    rows.flatMap(([, named = '', fields = '']) =>
      named
        .split(', ')
        .filter((type) => types.includes(type))
        .map((type) => [type, boldOf(fields)] as const),
    ),
  );
}

describe('the table of lines in docs/import.md', () => {
  const said = saidByPage();

  it.each(types)('has what is required in bold: %s', (type) => {
    expect(said.get(type)?.sort()).toEqual(requiredOf(type).sort());
  });
});
