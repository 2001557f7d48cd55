import type { OutlinedSchema } from './outline';

type Schemas = Readonly<Record<string, OutlinedSchema>>;

/** The named schemas of a release, and those of today. */
export interface Named {
  readonly before: Schemas;
  readonly now: Schemas;
}

/** A change that clients of the release may break on: where, and what. */
export type Break = string;

type Side = 'sent' | 'answered';

const bounds = {
  least: ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'],
  most: ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'x-decimals', 'x-scalar'],
} as const;

/** Further constraints on a value; they may be dropped from requests, and must remain in responses. */
const forms = ['format', 'pattern', 'const', 'not', 'x-unique', 'x-reference', 'x-base64'] as const;

/** Compares what clients send, which must stay valid, or what they are answered, which they must still understand. */
export class SchemaChanges {
  /** Pairs that are being compared or have been: schemas may refer to themselves. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly named: Named,
    private readonly side: Side,
  ) {}

  /** @param at where the schema stands, for the messages */
  between(before: OutlinedSchema, now: OutlinedSchema, at: string): Break[] {
    const pair = `${before.$ref ?? ''}>${now.$ref ?? ''}`;
    if (before.$ref !== undefined && now.$ref !== undefined) {
      if (this.seen.has(pair)) return [];
      this.seen.add(pair);
    }
    const old = resolved(before, this.named.before);
    const young = resolved(now, this.named.now);
    if (old.anyOf || young.anyOf) return this.alternatives(old, young, at);
    return [
      ...this.types(old, young, at),
      ...this.values(old, young, at),
      ...renamed(old, young, at),
      ...(this.side === 'sent' ? narrowed(old, young, at) : []),
      ...this.formsOf(old, young, at),
      ...this.members(old, young, at),
      ...(old.items && young.items ? this.between(old.items, young.items, `${at}[]`) : []),
    ];
  }

  /** Each that could be sent must still be one of today's; each that is answered must be one of before. */
  private alternatives(old: OutlinedSchema, young: OutlinedSchema, at: string): Break[] {
    const [given, known] = this.side === 'sent' ? [old, young] : [young, old];
    const isKnown = (one: OutlinedSchema): boolean =>
      (known.anyOf ?? [known]).some((other) => {
        const [before, now] = this.side === 'sent' ? [one, other] : [other, one];
        return new SchemaChanges(this.named, this.side).between(before, now, at).length === 0;
      });
    if ((given.anyOf ?? [given]).every(isKnown)) return [];
    return [`${at}: ${this.side === 'sent' ? 'an alternative is gone' : 'an alternative is new'}`];
  }

  private types(old: OutlinedSchema, young: OutlinedSchema, at: string): Break[] {
    const [given, known] =
      this.side === 'sent' ? [typesOf(old), typesOf(young)] : [typesOf(young), typesOf(old)];
    if (known.size === 0) return [];
    const isFine = given.size > 0 && [...given].every((type) => known.has(type));
    return isFine
      ? []
      : [`${at}: the type was ${formatValue(old.type)}, and is ${formatValue(young.type)}`];
  }

  private values(old: OutlinedSchema, young: OutlinedSchema, at: string): Break[] {
    const [before, now] = [valuesOf(old), valuesOf(young)];
    const [given, known] = this.side === 'sent' ? [before, now] : [now, before];
    if (!known) return [];
    const which = this.side === 'sent' ? 'taken no more' : 'answered newly';
    if (!given) return [`${at}: other values than the ${known.length} listed ones are ${which}`];
    const others = given.filter((value) => !known.includes(value));
    return others.length === 0 ? [] : [`${at}: ${others.join(', ')} is ${which}`];
  }

  private formsOf(old: OutlinedSchema, young: OutlinedSchema, at: string): Break[] {
    return forms.flatMap((keyword) => {
      const [before, now] = [formatValue(old[keyword]), formatValue(young[keyword])];
      const mayGo =
        this.side === 'sent'
          ? young[keyword] === undefined || young[keyword] === 'optional'
          : old[keyword] === undefined;
      return before === now || mayGo ? [] : [`${at}: ${keyword} was ${before}, and is ${now}`];
    });
  }

  private members(old: OutlinedSchema, young: OutlinedSchema, at: string): Break[] {
    const isSent = this.side === 'sent';
    const before = old.properties ?? {};
    const now = young.properties ?? {};
    const broken = Object.entries(before).flatMap(([name, schema]) => {
      const today = now[name];
      if (today) return this.between(schema, today, `${at}.${name}`);
      const isTaken = isSent && young.additionalProperties !== false;
      return isTaken ? [] : [`${at}.${name} is gone`];
    });
    const [more, less] = isSent ? [young, old] : [old, young];
    const required = (more.required ?? []).filter((name) => !(less.required ?? []).includes(name));
    broken.push(
      ...required.map((name) =>
        isSent ? `${at}.${name} is required now` : `${at}.${name} may be absent now`,
      ),
    );
    const rest = [old.additionalProperties, young.additionalProperties] as const;
    if (isSent && rest[0] !== false && rest[1] === false && old.properties) {
      broken.push(`${at}: members of other names are refused now`);
    }
    if (typeof rest[0] === 'object' && typeof rest[1] === 'object') {
      broken.push(...this.between(rest[0], rest[1], `${at}.*`));
    }
    return broken;
  }
}

function resolved(schema: OutlinedSchema, schemas: Schemas): OutlinedSchema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  const { $ref: _reference, ...beside } = schema;
  return { ...schemas[name], ...beside };
}

function valuesOf({ enum: codes, type }: OutlinedSchema): OutlinedSchema['enum'] {
  return codes ?? (type === 'boolean' ? [false, true] : undefined);
}

/** A whole number is a number. */
function typesOf({ type }: OutlinedSchema): Set<string> {
  const types = new Set(typeof type === 'string' ? [type] : type);
  if (types.has('number')) types.add('integer');
  return types;
}

/** Requests may contain anything within the former bounds. */
function narrowed(old: OutlinedSchema, young: OutlinedSchema, at: string): Break[] {
  const broken: Break[] = [];
  const differ = (keyword: string, isNarrower: (before: number, now: number) => boolean): void => {
    const [before, now] = [old[keyword], young[keyword]];
    if (typeof now !== 'number') return;
    if (typeof before === 'number' && !isNarrower(before, now)) return;
    broken.push(`${at}: ${keyword} was ${formatValue(before)}, and is ${now}`);
  };
  for (const keyword of bounds.least) differ(keyword, (before, now) => now > before);
  for (const keyword of bounds.most) differ(keyword, (before, now) => now < before);
  if (
    old['default'] !== undefined &&
    formatValue(old['default']) !== formatValue(young['default'])
  ) {
    broken.push(`${at}: left out it meant ${formatValue(old['default'])}`);
  }
  for (const keyword of ['x-fixed'] as const) {
    const before = (old[keyword] ?? []) as readonly string[];
    const now = (young[keyword] ?? []) as readonly string[];
    const added = now.filter((name) => !before.includes(name));
    if (added.length > 0) broken.push(`${at}: ${added.join(', ')} can't be changed any more`);
  }
  const [sorts, today] = [old['x-sort'], young['x-sort']] as (readonly string[] | undefined)[];
  const gone = today ? (sorts ?? []).filter((name) => !today.includes(name)) : [];
  if (gone.length > 0) broken.push(`${at}: ${gone.join(', ')} sorts no more`);
  return broken;
}

/** Values that generated clients call otherwise. */
function renamed(old: OutlinedSchema, young: OutlinedSchema, at: string): Break[] {
  const before = namesOf(old);
  return [...namesOf(young)].flatMap(([value, name]) => {
    const known = before.get(value) ?? name;
    return known === name
      ? []
      : [`${at}: ${formatValue(value)} was called ${known}, and is ${name}`];
  });
}

function namesOf(schema: OutlinedSchema): Map<unknown, string> {
  const names = (schema['x-enum-varnames'] ?? []) as readonly string[];
  return new Map(names.map((name, index) => [schema.enum?.[index], name]));
}

function formatValue(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
