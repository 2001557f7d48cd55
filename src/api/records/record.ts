import {
  createAttachedPropertyPlan,
  type PlanColumns,
  idOnlyPlan,
  mergePlans,
  type LoadPlan,
  createLoadPlanForType,
  type RecordPlan,
  type PlanRelations,
} from '../../core/load-plan';
import { type CodeList, defineCodes, toEnumVarNames } from '../../core/code-list';
import { formatInstant } from '../../core/instant';
import { moneyToNumber, quantityToNumber, rateToNumber } from '../../core/money';
import { compileObjectFactory } from '../../core/object-factory';
import type { JsonSchema } from '../validation/schema';

/**
 * Context that fields need to serialize a value. It contains nothing of the request, so that fields are pure functions
 * of the value and the context.
 */
export interface RecordSerializeContext {
  /** IANA zone that instants are written in. */
  readonly timeZone: string;
  /** The store's default language, ISO 639-1. */
  readonly language: string;
}

/**
 * A schema of its own in `components.schemas` of the OpenAPI document that is no record; `component` is its name
 * there.
 */
export interface NamedSchema {
  readonly component: string;
  readonly schema: (nested: NestedRecordSchemaFactory) => JsonSchema;
}

/** Returns the schema of a part, or a reference to it. */
export type NestedRecordSchemaFactory = (part: AnyRecordDefinition | NamedSchema) => JsonSchema;

/** A key of a record: how its value is read and written; the value is never null. */
export interface RecordField<T, W> {
  readonly schema: (nested: NestedRecordSchemaFactory) => JsonSchema;
  readonly serialize: (source: T, context: RecordSerializeContext) => W;
  /** The columns and relations that the value needs. */
  readonly loadPlan: LoadPlan;
}

/** The keys of a record, in the order in which they are written. */
export type RecordFieldMap<T, W> = { readonly [K in keyof W]: RecordField<T, W[K]> };

/** A record of the API with its exact keys. */
export interface RecordDefinition<T, W extends object> {
  readonly name: string;
  readonly keys: readonly string[];
  readonly extensions: ReadonlySet<string>;
  readonly fields: RecordFieldMap<T, W>;
  /** Writes the record with all its keys, or only with some. */
  serialize(source: T, context: RecordSerializeContext, keys?: readonly string[]): W;
  /** The load plan for all keys, or only for some. */
  getLoadPlan(keys?: readonly string[]): RecordPlan<T>;
  /** Returns the state of the record as a text. Without it, the ETag is a hash of the response. */
  readonly readVersion?: (source: T) => string;
}

/** A record definition, whatever its source. */
export type AnyRecordDefinition = Omit<RecordDefinition<never, object>, 'getLoadPlan'> & {
  getLoadPlan(keys?: readonly string[]): LoadPlan;
};

interface RecordOptions<T, W> {
  /** Name of the record in the OpenAPI document. */
  name: string;
  /** Keys that are additions to the specification. */
  extensions?: readonly (keyof W & string)[];
  version?: { read: (source: T) => string; columns: readonly (keyof T & string)[] };
}

/** Declares a record by its name or options, and its keys, which are defined only here. */
export function defineRecord<T>() {
  return <W extends object>(
    nameOrOptions: string | RecordOptions<T, NoInfer<W>>,
    fields: RecordFieldMap<T, W>,
  ): RecordDefinition<T, W> => {
    const options: RecordOptions<T, W> =
      typeof nameOrOptions === 'string' ? { name: nameOrOptions } : nameOrOptions;
    const keys = Object.keys(fields) as (keyof W & string)[];
    const serializers = keys.map((key) => [key, fields[key].serialize] as const);
    const serializeAll = compileObjectFactory<T, RecordSerializeContext>(serializers);
    const versionPlan = createLoadPlanForType<T>(options.version?.columns ?? []);
    const createPlan = (selected: typeof keys): RecordPlan<T> =>
      mergePlans(versionPlan, ...selected.map((key) => fields[key].loadPlan)) as RecordPlan<T>;
    const fullPlan = createPlan(keys);
    return {
      name: options.name,
      keys,
      fields,
      extensions: new Set<string>(options.extensions),
      ...(options.version ? { readVersion: options.version.read } : {}),
      serialize(source, context, selected) {
        if (selected === undefined) return serializeAll(source, context) as W;
        const written: Partial<W> = {};
        for (const [key, write] of serializers) {
          if (selected.includes(key)) written[key] = write(source, context);
        }
        return written as W;
      },
      getLoadPlan: (selected) =>
        selected === undefined
          ? fullPlan
          : createPlan(keys.filter((key) => selected.includes(key))),
    };
  };
}

/** A column that contains a `V`, or a pure function of several columns, with the columns that it needs. */
type FieldSource<T, V> = PropertyOfType<T, V> | FieldColumns<T, V>;

interface FieldColumns<T, V> {
  compute: (source: T) => V | null | undefined;
  columns: readonly (keyof T & string)[];
}

type PropertyOfType<T, V> = {
  [K in keyof T]-?: NonNullable<T[K]> extends V ? K : never;
}[keyof T] &
  string;

/** A text; "" if there is no value. */
export function stringField<T>(read: FieldSource<T, string>): RecordField<T, string> {
  return scalarField(read, { type: 'string' }, (value) => value, '');
}

/** A number; 0 if there is no value. */
export function numberField<T>(read: FieldSource<T, number>): RecordField<T, number> {
  return scalarField(read, { type: 'number' }, (value) => value, 0);
}

/** A number from a code list; 0 if there is no value. */
export function codeField<T>(
  read: FieldSource<T, number>,
  codes: CodeList,
): RecordField<T, number> {
  return withKeywords(numberField(read), { description: codes.description });
}

/** A code with a list of the values that this record can have. Clients distinguish kinds of records by it. */
export function enumCodeField<T>(
  read: FieldSource<T, number>,
  codes: CodeList,
): RecordField<T, number> {
  return scalarField(read, enumCodeSchema(codes), (value) => value, 0);
}

const enumCodeSchema = (codes: CodeList): JsonSchema => ({
  type: 'integer',
  enum: [...codes.numbers],
  'x-enum-varnames': toEnumVarNames(codes),
  description: codes.description,
});

/** A boolean; false if there is no value. */
export function booleanField<T>(read: FieldSource<T, boolean>): RecordField<T, boolean> {
  return scalarField(read, { type: 'boolean' }, (value) => value, false);
}

const flagCodes = defineCodes([
  [0, 'no'],
  [1, 'yes'],
]);

/** A flag that the specification declares as a number: 1 or 0. */
export function numericFlagField<T>(read: FieldSource<T, boolean>): RecordField<T, number> {
  return codeFlagField(read, flagCodes);
}

/** A flag whose two numbers are from a code list. */
export function codeFlagField<T>(
  read: FieldSource<T, boolean>,
  codes: CodeList<0 | 1>,
): RecordField<T, number> {
  return scalarField(read, enumCodeSchema(codes), (value: boolean) => (value ? 1 : 0), 0);
}

/** An amount of money, stored in ten-thousandths. */
export function moneyField<T>(read: FieldSource<T, number>): RecordField<T, number> {
  return scalarField(read, { type: 'number' }, moneyToNumber, 0);
}

/** A percentage, stored in millionths. */
export function rateField<T>(read: FieldSource<T, number>): RecordField<T, number> {
  return scalarField(read, { type: 'number' }, rateToNumber, 0);
}

/** A quantity, stored in thousandths. */
export function quantityField<T>(read: FieldSource<T, number>): RecordField<T, number> {
  return scalarField(read, { type: 'number' }, quantityToNumber, 0);
}

/** An instant in the store's zone, `YYYY-MM-DDThh:mm:ss±hh:mm`; "" if there is no value. */
export function instantField<T>(read: FieldSource<T, Date>): RecordField<T, string> {
  const description = 'ISO 8601 with offset, or empty';
  return scalarField(
    read,
    { type: 'string', description },
    (value, { timeZone }) => formatInstant(value, timeZone),
    '',
  );
}

/** An array of texts. */
export function stringListField<T>(
  read: FieldSource<T, readonly string[]>,
): RecordField<T, readonly string[]> {
  return scalarField(read, { type: 'array', items: { type: 'string' } }, (value) => value, []);
}

/** Always the first code of a list. */
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
      description: codes.description,
    }),
  };
}

/** Always the same value. */
export function constantField<T, const V extends string | number | boolean>(
  value: V,
): RecordField<T, V> {
  const type = typeof value as 'string' | 'number' | 'boolean';
  return { schema: () => ({ type, enum: [value] }), serialize: () => value, loadPlan: idOnlyPlan };
}

/** The same field with more keywords in its schema. */
export function withKeywords<T, W>(
  field: RecordField<T, W>,
  keywords: Pick<JsonSchema, 'description' | 'deprecated'>,
): RecordField<T, W> {
  return { ...field, schema: (nested) => ({ ...field.schema(nested), ...keywords }) };
}

/** An object whose keys are read from the same source as the other keys of the record. */
export function objectField<T, W extends object>(
  fields: RecordFieldMap<T, W>,
  extensions: readonly (keyof W & string)[] = [],
): RecordField<T, W> {
  const inner = defineRecord<T>()<W>({ name: '', extensions }, fields);
  return {
    schema: (nested) => toRecordSchema(inner, nested),
    serialize: (source, context) => inner.serialize(source, context),
    loadPlan: inner.getLoadPlan(),
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

/** `{ID, PID}` of the record that a to-one relation refers to; 0 and "" if the relation is empty. */
export function relationReferenceField<T>(
  property: PropertyOfType<T, ReferencedRecord>,
): RecordField<T, { ID: number; PID: string }> {
  const { schema, serialize, loadPlan } = referenceField<Partial<ReferencedRecord>>('id', 'pId');
  return {
    schema,
    serialize: (source, context) => serialize(source[property] ?? {}, context),
    loadPlan: createLoadPlanForType<T>([], { [property]: loadPlan } as PlanRelations<T>),
  };
}

/**
 * An array of records: the rows of a relation (default), of an array in a column, or of an attached array. The service
 * attaches the last one if the plan requires it.
 */
export function recordListField<T, K extends keyof T & string, W extends object>(
  property: K,
  definition: RecordDefinition<ElementOf<T[K]>, W>,
  options: { storage?: 'relation' | 'column' | 'attached' } = {},
): RecordField<T, W[]> {
  const { storage = 'relation' } = options;
  const loadPlan = {
    relation: () =>
      createLoadPlanForType<T>([], {
        [property]: definition.getLoadPlan() as LoadPlan,
      } as PlanRelations<T>),
    column: () => createLoadPlanForType<T>([property]),
    attached: () => createAttachedPropertyPlan(property),
  }[storage]();
  return {
    schema: (nested) => ({ type: 'array', items: nested(definition) }),
    serialize: (source, context) => {
      const rows = (source[property] ?? []) as readonly ElementOf<T[K]>[];
      return rows.map((row) => definition.serialize(row, context));
    },
    loadPlan,
  };
}

type ElementOf<A> = NonNullable<A> extends readonly (infer E)[] ? E : never;

/** An array of records that `list.compute` returns. @param list.columns columns that it reads; default: none */
export function computedListField<T, E, W extends object>(
  definition: RecordDefinition<E, W>,
  list: {
    readonly compute: (
      source: T,
      context: RecordSerializeContext,
    ) => readonly E[] | null | undefined;
    readonly columns?: PlanColumns<T>;
    readonly relations?: PlanRelations<T>;
  },
): RecordField<T, W[]> {
  const { compute, columns = [], relations } = list;
  return {
    schema: (nested) => ({ type: 'array', items: nested(definition) }),
    serialize: (source, context) =>
      (compute(source, context) ?? []).map((one) => definition.serialize(one, context)),
    loadPlan: createLoadPlanForType<T>(columns, relations),
  };
}

/** Any other value: the caller defines how it is read, written and described. */
export function computedField<T, W>(field: {
  schema: (nested: NestedRecordSchemaFactory) => JsonSchema;
  serialize: (source: T, context: RecordSerializeContext) => W;
  columns: PlanColumns<T>;
  relations?: PlanRelations<T>;
}): RecordField<T, W> {
  const { schema, serialize, columns, relations } = field;
  return { schema, serialize, loadPlan: createLoadPlanForType<T>(columns, relations) };
}

/** The OpenAPI schema of a record; all keys are required. */
export function toRecordSchema(
  definition: { keys: readonly string[]; fields: object; extensions?: ReadonlySet<string> },
  nested: NestedRecordSchemaFactory,
): JsonSchema {
  const fields = definition.fields as Record<string, RecordField<never, unknown>>;
  const schemaOfKey = (key: string): JsonSchema => ({
    ...fields[key]?.schema(nested),
    ...(definition.extensions?.has(key) ? { 'x-extension': true } : {}),
  });
  return {
    type: 'object',
    additionalProperties: false,
    required: [...definition.keys],
    properties: Object.fromEntries(definition.keys.map((key) => [key, schemaOfKey(key)])),
  };
}

function scalarField<T, V, W>(
  fieldSource: FieldSource<T, V>,
  schema: JsonSchema,
  format: (value: V, context: RecordSerializeContext) => W,
  emptyValue: W,
): RecordField<T, W> {
  const { compute, columns }: FieldColumns<T, V> =
    typeof fieldSource === 'string'
      ? { compute: (source) => source[fieldSource] as V | null, columns: [fieldSource] }
      : fieldSource;
  return {
    schema: () => schema,
    serialize: (source, context) => {
      const value = compute(source);
      return value === null || value === undefined ? emptyValue : format(value, context);
    },
    loadPlan: createLoadPlanForType<T>(columns),
  };
}
