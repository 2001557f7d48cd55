import type { JsonSchema } from '../../../api/validation/schema';
import { canonicalJson } from './fingerprint';

/** Writes the canonical JSON of what a checked value says; undefined: nothing. */
export type Canonicalizer = (value: unknown) => string | undefined;

/** What a record says, as JSON. */
type CanonicalObject = Readonly<Record<string, unknown>>;

/** The first place in which two records differ. */
export interface Difference {
  /** JSON pointer into the record. */
  readonly pointer: string;
  /** The values there; undefined: absent, and there is no default. */
  readonly given: unknown;
  readonly stored: unknown;
}

/**
 * A writer for values that were checked by a schema. Two values that mean the same have the same text: members with their
 * defaults, empty lists and objects are left out, instants are in UTC, and members are sorted.
 * @param keptEmpty paths of lists that say something when they are empty, such as `/shipments/rows`
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
      const said = write(member);
      if (said === undefined || said === absent) continue;
      text += `${text === '' ? '' : ','}${label}${said}`;
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
 * The first member, in the order of the schema, in which two meanings differ.
 * @param given, stored what a writer of the schema has written
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
  // A reference is one value.
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

/** The members that two values may have: of lists their places. */
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
