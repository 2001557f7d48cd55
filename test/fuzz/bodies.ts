import type { JsonSchema } from '../../src/api/validation/schema';
import type { Draw } from './draw';
import type { Existing, Place } from './existing';
import { leaf } from './leaves';
import { members, mends, referents } from './meanings';

/** Optional members are there with this probability. */
const OPTIONAL = 0.35;
/** References name a record that is not there with this probability. */
const MISSING = 0.02;
/** Optional references name nothing with this probability. */
const NOTHING = 0.1;
const nothing: readonly Fields[] = [{}, { id: 0 }, { pId: '' }, { id: 0, pId: '' }];

export type Fields = Record<string, unknown>;

/** Makes values of the document's schemas that mean something: their references name what the store holds. */
export class Bodies {
  private made = 0;

  /** @param word begins every public identifier */
  constructor(
    private readonly schemas: Readonly<Record<string, JsonSchema>>,
    readonly existing: Existing,
    private readonly word: string,
  ) {}

  /** A word that nothing has been called yet. */
  unique(): string {
    return `${this.word}-${(++this.made).toString(36)}`;
  }

  /**
   * @param name of the schema, where it has one
   * @param place the member that it is for, `Schema.member`
   */
  async value(draw: Draw, schema: JsonSchema, name = '', place = ''): Promise<unknown> {
    const own = members[place];
    if (own) return own(draw, this);
    if (schema.$ref !== undefined) {
      const target = schema.$ref.split('/').at(-1) ?? '';
      return this.value(draw, this.schemas[target] ?? {}, target, place);
    }
    if (isReference(schema)) {
      const isNone = schema['x-reference'] === 'optional' && draw.chance(NOTHING);
      return isNone ? draw.pick(nothing) : this.reference(draw, referents[place]);
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.value(draw, draw.pick(choices), name, place);
    if (schema.type === 'object') return this.object(draw, schema, name);
    if (schema.type === 'array') return this.array(draw, schema, place);
    return leaf(draw, schema, this.unique());
  }

  /** `{id}`, `{pId}` or both of a record of a place. */
  async reference(draw: Draw, place: Place | undefined): Promise<Fields> {
    const found = place && !draw.chance(MISSING) ? await this.existing.one(draw, place) : undefined;
    if (!found) return draw.chance(0.5) ? { id: 987_654_321 } : { pId: 'missing' };
    const { id, p_id: pId } = found;
    if (typeof pId !== 'string') return { id };
    return draw.pick([{ id }, { pId }, { id, pId }, { id: 0, pId }, { id, pId: '' }]);
  }

  private async object(draw: Draw, schema: JsonSchema, name: string): Promise<Fields> {
    const { properties = {}, required = [] } = schema;
    const fields: Fields = {};
    for (const [member, of] of Object.entries(properties)) {
      if (!required.includes(member) && !draw.chance(OPTIONAL)) continue;
      const value = await this.value(draw, of, '', `${name}.${member}`);
      if (value !== undefined) fields[member] = value;
    }
    await mends[name]?.(fields, draw, this);
    return fields;
  }

  private async array(draw: Draw, schema: JsonSchema, place: string): Promise<unknown[]> {
    const { items = {}, minItems = 0, maxItems = 1000 } = schema;
    const length = draw.between(
      minItems,
      Math.min(maxItems, minItems + draw.pick([0, 1, 1, 2, 3])),
    );
    const list: unknown[] = [];
    for (let at = 0; at < length; at++) list.push(await this.value(draw, items, '', `${place}[]`));
    return withoutRepeated(list, schema['x-unique'] ?? []);
  }
}

/** Codes of languages are the same in any case. */
function caseless(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Whether a schema is of references alone: others may say more than what they name. */
function isReference({ 'x-reference': kind, properties = {} }: JsonSchema): boolean {
  return kind !== undefined && Object.keys(properties).every((name) => /^p?id$/i.test(name));
}

/** Without the elements that share one of the members with an earlier one. */
function withoutRepeated(list: unknown[], names: readonly string[]): unknown[] {
  const kept: unknown[] = [];
  for (const one of list) {
    const isRepeated = names.some((name) => {
      const value = (one as Fields)[name];
      return (
        value !== undefined &&
        kept.some((other) => caseless((other as Fields)[name]) === caseless(value))
      );
    });
    if (!isRepeated) kept.push(one);
  }
  return kept;
}
