declare const made: unique symbol;

/**
 * What has to be read of an entity to write one record of it: names of entity properties.
 * Made by `plan` or from record tables (api), carried out by the loader (database); nothing else makes one.
 */
export interface LoadPlan {
  readonly [made]: true;
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
  return reading<E>(columns, relations);
}

/** The same where only the type is known: in record tables. */
export function reading<E>(columns: Columns<E>, relations: Relations<E> = {}): LoadPlan {
  const named = Object.entries(relations as Readonly<Record<string, Columns<object> | LoadPlan>>);
  const nested = named.map(([name, wanted]) => {
    return [name, 'columns' in wanted ? wanted : reading<object>(wanted)] as const;
  });
  return loadPlan({ columns: new Set(columns), relations: new Map(nested) });
}

/** Reads nothing, and asks the entity's service for a property. */
export function attaching(property: string): LoadPlan {
  return loadPlan({ ...idOnly, attached: new Set([property]) });
}

/** Reads of any entity its id alone. */
export const idOnly = reading<object>([]);

/** Reads the public identifier of any entity that has one. */
export const pIdOnly = reading<{ pId: string }>(['pId']);

/** The same without its relations. */
export function withoutRelations({ columns }: LoadPlan): LoadPlan {
  return loadPlan({ columns, relations: new Map() });
}

/** Whether a change names anything that a plan reads of the record itself. */
export function concerns({ columns, relations }: LoadPlan, change: object): boolean {
  return Object.entries(change).some(
    ([name, value]) => value !== undefined && (columns.has(name) || relations.has(name)),
  );
}

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
  return loadPlan({ columns, relations, ...(attached.size > 0 && { attached }) });
}

function loadPlan(parts: Omit<LoadPlan, typeof made>): LoadPlan {
  return parts as LoadPlan;
}
