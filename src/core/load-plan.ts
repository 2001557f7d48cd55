/**
 * What has to be read of an entity to write one record of it: names of entity properties.
 * Made by `plan` or from record tables (api), carried out by the loader (database).
 */
export interface LoadPlan {
  readonly columns: ReadonlySet<string>;
  readonly relations: ReadonlyMap<string, LoadPlan>;
  /** Properties that are no part of the entity: its service puts them on what the loader has read. */
  readonly attached?: ReadonlySet<string>;
}

/** What a relation leads to: one record, or several. */
type Related<V> = NonNullable<V> extends readonly (infer E)[] ? E : NonNullable<V>;

/** Members that are records themselves, or arrays of them. */
type RelationOf<E> = {
  [P in keyof E]-?: Related<E[P]> extends { id: number } ? P : never;
}[keyof E];

/** Names of an entity's columns. A relation among them is refused by the loader. */
export type Columns<E> = readonly (keyof E & string)[];

/** By relation: the columns that are read there, or a plan that has relations in turn. */
export type Relations<E> = { readonly [P in RelationOf<E>]?: Columns<Related<E[P]>> | LoadPlan };

/**
 * Says what to read of an entity; its id is always read.
 *
 *     plan(Tag, ['controlType'], { languages: ['languageCode', 'name'] })
 *
 * @param _entity for the types alone: a name that it does not have does not compile
 */
export function plan<E>(
  _entity: abstract new () => E,
  columns: Columns<E>,
  relations: Relations<E> = {},
): LoadPlan {
  return { columns: new Set(columns), relations: relationPlans(relations) };
}

/** The plans of some relations. */
export function relationPlans<E>(relations: Relations<E>): ReadonlyMap<string, LoadPlan> {
  const named = Object.entries(relations as Readonly<Record<string, Columns<object> | LoadPlan>>);
  return new Map(
    named.map(([name, wanted]) => [
      name,
      'columns' in wanted ? wanted : { columns: new Set<string>(wanted), relations: new Map() },
    ]),
  );
}

/** Of any entity its id alone. */
export const idOnly: LoadPlan = { columns: new Set(), relations: new Map() };

/** Of any entity that has a public identifier. */
export const pIdOnly: LoadPlan = { columns: new Set(['pId']), relations: new Map() };

/** One plan that reads all that several say. */
export function joined(...plans: readonly LoadPlan[]): LoadPlan {
  const columns = new Set<string>();
  const relations = new Map<string, LoadPlan>();
  const attached = new Set<string>();
  for (const one of plans) {
    for (const column of one.columns) columns.add(column);
    for (const property of one.attached ?? []) attached.add(property);
    for (const [name, nested] of one.relations) {
      const known = relations.get(name);
      relations.set(name, known ? joined(known, nested) : nested);
    }
  }
  return { columns, relations, ...(attached.size > 0 && { attached }) };
}
