declare const reads: unique symbol;

/**
 * The columns and relations to read of an `E`. `R` is the shape of the records read: `Loaded` names it.
 * Made by `plan` or from record tables (api), carried out by the loader (database); nothing else makes one.
 * A bare `LoadPlan` is one of any entity.
 */
export interface LoadPlan<in E = never, out R = unknown> {
  readonly [reads]: (entity: E) => R;
  readonly columns: ReadonlySet<string>;
  readonly relations: ReadonlyMap<string, LoadPlan>;
  /** Properties that are no part of the entity: its service puts them on what the loader has read. */
  readonly attached?: ReadonlySet<string>;
}

/** A record as a plan reads it: a member that the plan leaves out does not compile. */
export type Loaded<P extends LoadPlan> = P extends LoadPlan<never, infer R> ? R : never;

/**
 * The plan of a record table, whose columns are known when a request comes: only the table may look at what is read by
 * it. A method that also takes other plans is generic over them:
 * `get<R>(id: number, plan: LoadPlan<Tag, R>): Promise<R>`.
 */
export type TablePlan<E> = LoadPlan<E, E>;

/** What a relation leads to: one record, or several. */
type RelatedEntity<V> = NonNullable<V> extends readonly (infer E)[] ? E : NonNullable<V>;

/** Members that are records themselves, or arrays of them. */
type RelationKey<E> = {
  [P in keyof E]-?: RelatedEntity<E[P]> extends { id: number } ? P : never;
}[keyof E];

/** Names of an entity's columns. A relation among them is refused by the loader. */
export type PlanColumns<E> = readonly (keyof E & string)[];

/** By relation: the columns that are read there, or a plan that has relations in turn. */
export type PlanRelations<E> = {
  readonly [P in RelationKey<E>]?: PlanColumns<RelatedEntity<E[P]>> | LoadPlan;
};

/** No name in `N` but those of relations. */
type OnlyRelations<E, N> = { readonly [P in Exclude<keyof N, RelationKey<E>>]: never };

/** The id and the columns named. */
type ColumnsOf<E, C> = Pick<E, Extract<'id' | C, keyof E>>;

/** The shape of one related record, read by its columns or by a plan. */
type RelatedShape<E, W> =
  W extends LoadPlan<never, infer R> ? R : W extends readonly (infer C)[] ? ColumnsOf<E, C> : never;

/** The shape of a relation `V`: a list stays a list, and null stays null. */
type RelationShape<V, W> = V extends readonly (infer E)[]
  ? RelatedShape<E, W>[]
  : V extends null | undefined
    ? V
    : RelatedShape<V, W>;

/** The shape of the records that a plan of these columns and relations reads. */
type Shape<E, C, N> = ColumnsOf<E, C> & {
  [P in keyof N & keyof E]: RelationShape<E[P], N[P]>;
};

/**
 * Says what to read of an entity; its id is always read.
 *
 *     plan(Tag, ['controlType'], { languages: ['languageCode', 'name'] })
 *
 * @param _entity for the types alone: a name that it does not have does not compile
 */
export function createLoadPlan<
  E,
  const C extends keyof E & string = never,
  const N extends PlanRelations<E> = object,
>(
  _entity: abstract new () => E,
  columns: readonly C[],
  relations?: N & OnlyRelations<E, N>,
): LoadPlan<E, Shape<E, C, N>> {
  return planFor<E, Shape<E, C, N>>(columns, relations);
}

/**
 * The same where only the type is known: in record tables.
 * @typeParam R the shape of the records read, which the caller has to know
 */
export function planFor<E, R = E>(
  columns: PlanColumns<E>,
  relations: PlanRelations<E> = {},
): LoadPlan<E, R> {
  const named = Object.entries(
    relations as Readonly<Record<string, PlanColumns<object> | LoadPlan>>,
  );
  const nested = named.map(([name, wanted]) => {
    return [name, 'columns' in wanted ? wanted : planFor<object>(wanted)] as const;
  });
  return brandPlan({ columns: new Set(columns), relations: new Map(nested) });
}

/** Reads nothing, and asks the entity's service for a property. */
export function attachedPropertyPlan(property: string): LoadPlan<unknown> {
  return brandPlan({ ...idOnlyPlan, attached: new Set([property]) });
}

/** Reads of any entity its id alone. */
export const idOnlyPlan = planFor<{ id: number }>([]);

/** Reads the public identifier of any entity that has one. */
export const pIdOnlyPlan = planFor<{ id: number; pId: string }>(['pId']);

/** The same without its relations. */
export function withoutRelations<E, R>({ columns }: LoadPlan<E, R>): LoadPlan<E, R> {
  return brandPlan({ columns, relations: new Map() });
}

/** Whether a change names anything that a plan reads of the record itself. */
export function isPlanAffected({ columns, relations }: LoadPlan, change: object): boolean {
  return Object.entries(change).some(
    ([name, value]) => value !== undefined && (columns.has(name) || relations.has(name)),
  );
}

/** One plan that reads all that several say. */
export function mergePlans<E, R, F, S>(
  one: LoadPlan<E, R>,
  other: LoadPlan<F, S>,
): LoadPlan<E & F, R & S>;
export function mergePlans(...plans: readonly LoadPlan[]): LoadPlan;
export function mergePlans(...plans: readonly LoadPlan[]): LoadPlan {
  const columns = new Set<string>();
  const relations = new Map<string, LoadPlan>();
  const attached = new Set<string>();
  for (const one of plans) {
    for (const column of one.columns) columns.add(column);
    for (const property of one.attached ?? []) attached.add(property);
    for (const [name, nested] of one.relations) {
      const known = relations.get(name);
      relations.set(name, known ? mergePlans(known, nested) : nested);
    }
  }
  return brandPlan({ columns, relations, ...(attached.size > 0 && { attached }) });
}

function brandPlan<E, R>(parts: Omit<LoadPlan, typeof reads>): LoadPlan<E, R> {
  return parts as LoadPlan<E, R>;
}
