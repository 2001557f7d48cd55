import type { JsonSchema } from '../../../api/validation/schema';
import { createFieldsSchema } from './import-record-schema';
import type { ImportRecordType } from './import-record-type';

/** Formats all record types with their fields as Markdown. */
export function formatImportRecordTables(types: readonly ImportRecordType[]): string {
  return types.map(formatSection).join('\n\n');
}

function formatSection(recordType: ImportRecordType): string {
  const scope =
    recordType.scope === undefined ? [] : [`Needs the scope \`${recordType.scope}\`.`, ''];
  const rows = formatRows(createFieldsSchema(recordType), '');
  return [
    `## ${recordType.type}`,
    '',
    ...scope,
    '| field | type | absent | |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function formatRows({ properties = {}, required = [] }: JsonSchema, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const inner = schema.items ?? schema;
    const parts = inner['x-reference'] === undefined ? inner : omitIdentifiers(inner);
    const row = [
      required.includes(name) ? `**${path}**` : path,
      formatType(schema),
      formatDefault(schema, required.includes(name)),
      (schema.description ?? '').replaceAll('|', '\\|'),
    ];
    const own = `| ${row.join(' | ')} |`;
    const within = schema.items ? `${path}[].` : `${path}.`;
    return [own, ...formatRows(parts, within)];
  });
}

/** The members that a reference has in addition to the identifiers that every reference has. */
function omitIdentifiers({
  properties: { id, pId, ...properties } = {},
  ...schema
}: JsonSchema): JsonSchema {
  return { ...schema, properties };
}

function formatType({ type, items, format, enum: values, ...schema }: JsonSchema): string {
  if (items) return `list of ${items['x-reference'] ? 'references' : formatType(items)}`;
  if (schema['x-reference']) return 'reference';
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (schema['x-decimals'] !== undefined) return `number, ${schema['x-decimals']} decimals`;
  if (type === 'string' && format && format !== 'text') return format;
  if (type === 'string' && schema.maxLength !== undefined) return `text, ${schema.maxLength}`;
  return type ?? 'any';
}

function formatDefault({ default: value }: JsonSchema, isRequired: boolean): string {
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  return isRequired ? '–' : '';
}
