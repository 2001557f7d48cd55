import type { JsonSchema } from '../../../api/validation/schema';
import { canonicalJson } from './fingerprint';

/** Returns the canonical JSON of a validated value; undefined for an empty one. */
export type Canonicalizer = (value: unknown) => string | undefined;

/** Content of a record, as JSON. */
type CanonicalObject = Readonly<Record<string, unknown>>;

/** The first difference between two records. */
export interface Difference {
  /** JSON pointer into the record. */
  readonly pointer: string;
  /** The two values; undefined if absent and without a default. */
  readonly given: unknown;
  readonly stored: unknown;
}

/**
 * Creates a canonicalizer for values that were validated by a schema. Equivalent values have the same text. Members
 * with default values, empty lists and empty objects are left out, instants are in UTC, and members are sorted.
 * @param keptEmpty paths of lists that are significant even if they are empty, such as `/shipments/rows`
 */
export function createCanonicalizer(
  schema: JsonSchema,
  keptEmpty: ReadonlySet<string> = new Set(),
  path = '',
): Canonicalizer {
  const { properties, items, 'x-decimals': decimals } = schema;
  if (properties) return createObjectCanonicalizer(properties, keptEmpty, path);
  if (items)
    return createListCanonicalizer(
      createCanonicalizer(items, keptEmpty, path),
      keptEmpty.has(path),
    );
  if (decimals !== undefined) return (units) => String((units as number) / 10 ** decimals);
  if (schema['x-instant'] === true) return (at) => `"${new Date(at as Date).toISOString()}"`;
  return canonicalJson;
}

function createObjectCanonicalizer(
  properties: Readonly<Record<string, JsonSchema>>,
  keptEmpty: ReadonlySet<string>,
  path: string,
): Canonicalizer {
  const members = Object.keys(properties)
    .sort()
    .map((name) => {
      const schema = properties[name] as JsonSchema;
      const absent = schema.default === undefined ? undefined : canonicalJson(schema.default);
      const write = createCanonicalizer(schema, keptEmpty, `${path}/${name}`);
      return { name, label: `${JSON.stringify(name)}:`, absent, write };
    });
  return (value) => {
    let text = '';
    for (const { name, label, absent, write } of members) {
      const member = (value as CanonicalObject)[name];
      if (member === undefined || member === null) continue;
      const memberText = write(member);
      if (memberText === undefined || memberText === absent) continue;
      text += `${text === '' ? '' : ','}${label}${memberText}`;
    }
    return text === '' ? undefined : `{${text}}`;
  };
}

function createListCanonicalizer(write: Canonicalizer, isKeptEmpty: boolean): Canonicalizer {
  return (list) => {
    const elements = (list as readonly unknown[]).map((element) => write(element) ?? '{}');
    return elements.length === 0 && !isKeptEmpty ? undefined : `[${elements.join(',')}]`;
  };
}

/**
 * Finds the first member, in the order of the schema, in which two canonical texts differ.
 * @param given, stored results of a canonicalizer of the schema
 */
export function findFirstDifference(
  schema: JsonSchema,
  given: string | undefined,
  stored: string | undefined,
): Difference | undefined {
  if (given === stored) return undefined;
  return findDifference(schema, JSON.parse(given ?? '{}'), JSON.parse(stored ?? '{}'), '');
}

function findDifference(
  schema: JsonSchema,
  given: unknown,
  stored: unknown,
  pointer: string,
): Difference | undefined {
  if (isSame(given, stored)) return undefined;
  const here = { pointer, given: given ?? schema.default, stored: stored ?? schema.default };
  if (typeof given !== 'object' || typeof stored !== 'object') return here;
  // A reference counts as one value.
  if (schema['x-reference']) return here;
  const one = given as CanonicalObject;
  const other = stored as CanonicalObject;
  for (const name of listMemberNames(schema, one, other)) {
    const member = schema.items ?? schema.properties?.[name] ?? {};
    const found = findDifference(member, one[name], other[name], `${pointer}/${name}`);
    if (found) return found;
  }
  return here;
}

/** Returns the members that two values may have; for lists the indexes. */
function listMemberNames(
  { properties = {}, items }: JsonSchema,
  one: CanonicalObject,
  other: CanonicalObject,
): string[] {
  return items
    ? [...new Set([...Object.keys(one), ...Object.keys(other)])]
    : Object.keys(properties);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined
    ? one === other
    : canonicalJson(one) === canonicalJson(other);
}
