import type { JsonSchema } from '../../../api/validation/schema';
import { toScaledInteger } from '../../../core/money';
import { toCanonicalJson } from './fingerprint';

/** Returns the canonical JSON of a validated value; undefined for an empty one. */
export type Canonicalizer = (value: unknown) => string | undefined;

/** Exceptions of a canonicalizer, as paths such as `/shipments/rows`. */
interface CanonicalRules {
  /** Lists that are significant even if they are empty. */
  readonly significantEmptyLists?: ReadonlySet<string>;
  /** Members that are left out. */
  readonly ignoredMembers?: ReadonlySet<string>;
}

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
 */
export function createCanonicalizer(
  schema: JsonSchema,
  rules: CanonicalRules = {},
  path = '',
): Canonicalizer {
  const { properties, items, 'x-decimals': decimals } = schema;
  if (properties) return createObjectCanonicalizer(properties, rules, path);
  if (items)
    return createListCanonicalizer(
      createCanonicalizer(items, rules, path),
      rules.significantEmptyLists?.has(path) === true,
    );
  if (decimals !== undefined) return (units) => String((units as number) / 10 ** decimals);
  if (schema['x-instant'] === true) return (at) => `"${new Date(at as Date).toISOString()}"`;
  return toCanonicalJson;
}

function createObjectCanonicalizer(
  properties: Readonly<Record<string, JsonSchema>>,
  rules: CanonicalRules,
  path: string,
): Canonicalizer {
  const members = Object.keys(properties)
    .filter((name) => rules.ignoredMembers?.has(`${path}/${name}`) !== true)
    .sort()
    .map((name) => {
      const schema = properties[name] as JsonSchema;
      const defaultText =
        schema.default === undefined ? undefined : toCanonicalJson(schema.default);
      const canonicalize = createCanonicalizer(schema, rules, `${path}/${name}`);
      const { default: defaultValue, 'x-decimals': decimals = 0 } = schema;
      // Most members have their defaults, which are found faster without their text.
      const scaledDefault =
        typeof defaultValue === 'number' ? toScaledInteger(defaultValue, decimals) : defaultValue;
      return {
        name,
        label: `${JSON.stringify(name)}:`,
        absent: defaultText,
        scaledDefault,
        write: canonicalize,
      };
    });
  return (value) => {
    let text = '';
    for (const { name, label, absent, scaledDefault, write } of members) {
      const member = (value as CanonicalObject)[name];
      if (member === undefined || member === null || member === scaledDefault) continue;
      const memberText = write(member);
      if (memberText === undefined || memberText === absent) continue;
      text += `${text === '' ? '' : ','}${label}${memberText}`;
    }
    return text === '' ? undefined : `{${text}}`;
  };
}

function createListCanonicalizer(write: Canonicalizer, isEmptySignificant: boolean): Canonicalizer {
  return (list) => {
    let text = '';
    for (const element of list as readonly unknown[])
      text += (text === '' ? '' : ',') + (write(element) ?? '{}');
    return text === '' && !isEmptySignificant ? undefined : `[${text}]`;
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
    : toCanonicalJson(one) === toCanonicalJson(other);
}
