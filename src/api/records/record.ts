import {
  attachedPropertyPlan,
  type PlanColumns,
  idOnlyPlan,
  mergePlans,
  type LoadPlan,
  planFor,
  type TablePlan,
  type PlanRelations,
} from '../../core/load-plan';
import { type CodeList, defineCodes, toEnumVarNames } from '../../core/codes';
import { formatInstant } from '../../core/instant';
import { moneyToNumber, quantityToNumber, rateToNumber } from '../../core/money';
import { compileObjectFactory } from '../../core/object-factory';
import type { JsonSchema } from '../validation/schema';

/** What writers need besides the value: nothing of the request, so that readers stay pure. */
export interface WriteContext {
  /** IANA zone that instants are written in. */
  readonly zone: string;
  /** The store's default language, ISO 639-1. */
  readonly language: string;
}

/** One key of a record: where its value comes from and how it is written; never null. */
export interface RecordField<T, W> {
  readonly schema: (nested: (record: AnyRecordDefinition) => JsonSchema) => JsonSchema;
  readonly write: (source: T, context: WriteContext) => W;
  /** What is read for the value. */
  readonly needs: LoadPlan;
}

/** The keys of a record, in the order in which they are written. */
export type RecordFieldMap<T, W> = { readonly [K in keyof W]: RecordField<T, W[K]> };

/** A record of the interface: its exact keys, from one table. */
export interface RecordDefinition<T, W extends object> {
  readonly name: string;
  readonly keys: readonly string[];
  readonly extensions: ReadonlySet<string>;
  readonly fields: RecordFieldMap<T, W>;
  /** Writes the record with all its keys, or with those given. */
  write(source: T, context: WriteContext, keys?: readonly string[]): W;
  /** What has to be read for all keys, or for those given. */
  plan(keys?: readonly string[]): TablePlan<T>;
  /** The state of the record in one text, when it has one; else its ETag is a hash of the answer. */
  readonly version?: (source: T) => string;
}

/** A record of whatever it is read from. */
export type AnyRecordDefinition = Omit<RecordDefinition<never, object>, 'plan'> & {
  plan(keys?: readonly string[]): LoadPlan;
};

interface RecordOptions<T, W> {
  /** Keys that are additions to the specification. */
  extensions?: readonly (keyof W & string)[];
  version?: { read: (source: T) => string; needs: readonly (keyof T & string)[] };
}

/**
 * Declares a record: the one place where its keys stand.
 * @param name its name in the OpenAPI document
 */
export function defineRecord<T>() {
  return <W extends object>(
    name: string,
    fields: RecordFieldMap<T, W>,
    options: RecordOptions<T, W> = {},
  ): RecordDefinition<T, W> => {
    const keys = Object.keys(fields) as (keyof W & string)[];
    const writers = keys.map((key) => [key, fields[key].write] as const);
    const writeAll = compileObjectFactory<T, WriteContext>(writers);
    const alsoNeeds = planFor<T>(options.version?.needs ?? []);
    const planOf = (shown: typeof keys): TablePlan<T> =>
      mergePlans(alsoNeeds, ...shown.map((key) => fields[key].needs)) as TablePlan<T>;
    const whole = planOf(keys);
    return {
      name,
      keys,
      fields,
      extensions: new Set<string>(options.extensions),
      ...(options.version ? { version: options.version.read } : {}),
      write(source, context, wanted) {
        if (wanted === undefined) return writeAll(source, context) as W;
        const written: Partial<W> = {};
        for (const [key, write] of writers) {
          if (wanted.includes(key)) written[key] = write(source, context);
        }
        return written as W;
      },
      plan: (wanted) => {
        if (wanted === undefined) return whole;
        return planOf(keys.filter((key) => wanted.includes(key)));
      },
    };
  };
}

/** A column that holds a `V`, or a pure function of several, with what it needs. */
type FieldSource<T, V> =
  | PropertyOfType<T, V>
  | { from: (source: T) => V | null | undefined; needs: readonly (keyof T & string)[] };

type PropertyOfType<T, V> = {
  [K in keyof T]-?: NonNullable<T[K]> extends V ? K : never;
}[keyof T] &
  string;

/** A text; "" when there is none. */
export function stringField<T>(read: FieldSource<T, string>): RecordField<T, string> {
  return scalarField(read, { type: 'string' }, (value) => value, '');
}

/** A number; 0 when there is none. */
export function numberField<T>(read: FieldSource<T, number>): RecordField<T, number> {
  return scalarField(read, { type: 'number' }, (value) => value, 0);
}

/** A number that stands for something; 0 when there is none. */
export function codeField<T>(
  read: FieldSource<T, number>,
  codes: CodeList,
): RecordField<T, number> {
  return withDescription(numberField(read), { description: codes.text });
}

/** true or false; false when there is neither. */
export function booleanField<T>(read: FieldSource<T, boolean>): RecordField<T, boolean> {
  return scalarField(read, { type: 'boolean' }, (value) => value, false);
}

const flagCodes = defineCodes([
  [0, 'no'],
  [1, 'yes'],
]);

/** A flag of the specification that is a number: 1 or 0. */
export function flagField<T>(read: FieldSource<T, boolean>): RecordField<T, number> {
  return codeFlagField(read, flagCodes);
}

/** A flag whose two numbers stand for something. */
export function codeFlagField<T>(
  read: FieldSource<T, boolean>,
  codes: CodeList<0 | 1>,
): RecordField<T, number> {
  const schema: JsonSchema = {
    type: 'integer',
    enum: [...codes.numbers],
    'x-enum-varnames': toEnumVarNames(codes),
    description: codes.text,
  };
  return scalarField(read, schema, (value: boolean) => (value ? 1 : 0), 0);
}

/** An amount of money, kept in ten-thousandths. */
export function moneyField<T>(read: FieldSource<T, number>): RecordField<T, number> {
  return scalarField(read, { type: 'number' }, moneyToNumber, 0);
}

/** A percentage, kept in millionths. */
export function rateField<T>(read: FieldSource<T, number>): RecordField<T, number> {
  return scalarField(read, { type: 'number' }, rateToNumber, 0);
}

/** A quantity, kept in thousandths. */
export function quantityField<T>(read: FieldSource<T, number>): RecordField<T, number> {
  return scalarField(read, { type: 'number' }, quantityToNumber, 0);
}

/** An instant in the store's zone, `YYYY-MM-DDThh:mm:ss±hh:mm`; "" when there is none. */
export function instantField<T>(read: FieldSource<T, Date>): RecordField<T, string> {
  const description = 'ISO 8601 with offset, or empty';
  return scalarField(
    read,
    { type: 'string', description },
    (value, { zone }) => formatInstant(value, zone),
    '',
  );
}

/** An array of texts. */
export function stringListField<T>(
  read: FieldSource<T, readonly string[]>,
): RecordField<T, readonly string[]> {
  return scalarField(read, { type: 'array', items: { type: 'string' } }, (value) => value, []);
}

/** Always the same of the codes. */
export function constantCodeField<T, const C extends number>(
  codes: CodeList<C>,
): RecordField<T, C> {
  const [value] = codes.numbers as readonly [C];
  return {
    ...constantField<T, C>(value),
    schema: () => ({
      type: 'number',
      enum: [value],
      'x-enum-varnames': toEnumVarNames(codes),
      description: codes.text,
    }),
  };
}

/** Always the same value. */
export function constantField<T, const V extends string | number | boolean>(
  value: V,
): RecordField<T, V> {
  const type = typeof value as 'string' | 'number' | 'boolean';
  return {
    schema: () => ({ type, enum: [value] }),
    write: () => value,
    needs: idOnlyPlan,
  };
}

/** The same field; its schema says more of it. */
export function withDescription<T, W>(
  field: RecordField<T, W>,
  keywords: Pick<JsonSchema, 'description' | 'deprecated'>,
): RecordField<T, W> {
  return { ...field, schema: (nested) => ({ ...field.schema(nested), ...keywords }) };
}

/** An object whose keys are read from the same source as the keys beside it. */
export function objectField<T, W extends object>(
  fields: RecordFieldMap<T, W>,
  extensions: readonly (keyof W & string)[] = [],
): RecordField<T, W> {
  const inner = defineRecord<T>()<W>('', fields, { extensions });
  return {
    schema: (nested) => toRecordSchema(inner, nested),
    write: (source, context) => inner.write(source, context),
    needs: inner.plan(),
  };
}

/** `{ID, PID}` of another record, from two columns. */
export function referenceField<T>(
  id: FieldSource<T, number>,
  pId: FieldSource<T, string>,
): RecordField<T, { ID: number; PID: string }> {
  return objectField({ ID: numberField(id), PID: stringField(pId) });
}

interface ReferencedRecord {
  readonly id: number;
  readonly pId: string;
}

/** `{ID, PID}` of the record that a to-one relation leads to; 0 and "" when there is none. */
export function relationReferenceField<T>(
  property: PropertyOfType<T, ReferencedRecord>,
): RecordField<T, { ID: number; PID: string }> {
  const { schema, write, needs } = referenceField<Partial<ReferencedRecord>>('id', 'pId');
  return {
    schema,
    write: (source, context) => write(source[property] ?? {}, context),
    needs: planFor<T>([], { [property]: needs } as PlanRelations<T>),
  };
}

/**
 * An array of records: the rows of a relation (by default), of an array that a column holds, or of one
 * that the service attaches when the plan asks for it.
 */
export function recordListField<T, K extends keyof T & string, W extends object>(
  property: K,
  of: RecordDefinition<ElementOf<T[K]>, W>,
  options: { in?: 'relation' | 'column' | 'attached' } = {},
): RecordField<T, W[]> {
  const { in: place = 'relation' } = options;
  const needs = {
    relation: () => planFor<T>([], { [property]: of.plan() as LoadPlan } as PlanRelations<T>),
    column: () => planFor<T>([property]),
    attached: () => attachedPropertyPlan(property),
  }[place]();
  return {
    schema: (nested) => ({ type: 'array', items: nested(of) }),
    write: (source, context) => {
      const rows = (source[property] ?? []) as readonly ElementOf<T[K]>[];
      return rows.map((row) => of.write(row, context));
    },
    needs,
  };
}

type ElementOf<A> = NonNullable<A> extends readonly (infer E)[] ? E : never;

/** Any other value: what is read, how it is written and described is given whole. */
export function computedField<T, W>(field: {
  schema: (nested: (record: AnyRecordDefinition) => JsonSchema) => JsonSchema;
  write: (source: T, context: WriteContext) => W;
  needs: PlanColumns<T>;
  relations?: PlanRelations<T>;
}): RecordField<T, W> {
  const { schema, write, needs, relations } = field;
  return { schema, write, needs: planFor<T>(needs, relations) };
}

/** The OpenAPI schema of a record: every key, all of them required. */
export function toRecordSchema(
  of: { keys: readonly string[]; fields: object; extensions?: ReadonlySet<string> },
  nested: (record: AnyRecordDefinition) => JsonSchema,
): JsonSchema {
  const fields = of.fields as Record<string, RecordField<never, unknown>>;
  const schemaOfKey = (key: string): JsonSchema => ({
    ...fields[key]?.schema(nested),
    ...(of.extensions?.has(key) ? { 'x-extension': true } : {}),
  });
  return {
    type: 'object',
    additionalProperties: false,
    required: [...of.keys],
    properties: Object.fromEntries(of.keys.map((key) => [key, schemaOfKey(key)])),
  };
}

function scalarField<T, V, W>(
  read: FieldSource<T, V>,
  schema: JsonSchema,
  format: (value: V, context: WriteContext) => W,
  empty: W,
): RecordField<T, W> {
  const from =
    typeof read === 'string' ? (source: T) => source[read] as V | null | undefined : read.from;
  return {
    schema: () => schema,
    write: (source, context) => {
      const value = from(source);
      return value === null || value === undefined ? empty : format(value, context);
    },
    needs: planFor<T>(typeof read === 'string' ? [read] : read.needs),
  };
}
