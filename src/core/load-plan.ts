declare const planTypes: unique symbol;

/**
 * The columns and relations of an `E` to load. `R` is the shape of the loaded records, see `Loaded`. Plans are created
 * by `createLoadPlan` or from record definitions (api), and executed by the loader (database). A plain `LoadPlan` is a
 * plan of any entity.
 */
export interface LoadPlan<in E = never, out R = unknown> {
  readonly [planTypes]: (entity: E) => R;
  readonly columns: ReadonlySet<string>;
  readonly relations: ReadonlyMap<string, LoadPlan>;
  /** Properties outside of the entity, which its service adds to the loaded records. */
  readonly attachedProperties?: ReadonlySet<string>;
}

/** A record as a plan loads it: access to other members does not compile. */
export type Loaded<P extends LoadPlan> = P extends LoadPlan<never, infer R> ? R : never;

/**
 * The plan of a record definition, whose columns depend on the request: only the definition may access the loaded
 * records. A method that also takes other plans is generic over them: `get<R>(id: number, plan: LoadPlan<Tag, R>):
 * Promise<R>`.
 */
export type RecordPlan<E> = LoadPlan<E, E>;

/** The entity of a relation to one record or to several. */
type RelatedEntity<V> = NonNullable<V> extends readonly (infer E)[] ? E : NonNullable<V>;

/** Members that are records themselves, or arrays of them. */
type RelationKey<E> = {
  [P in keyof E]-?: RelatedEntity<E[P]> extends { id: number } ? P : never;
}[keyof E];

/** Names of an entity's columns. The loader refuses relations here. */
export type PlanColumns<E> = readonly (keyof E & string)[];

/** By relation: the columns to load, or a plan with further relations. */
export type PlanRelations<E> = {
  readonly [P in RelationKey<E>]?: PlanColumns<RelatedEntity<E[P]>> | LoadPlan;
};

/** Allows only names of relations in `N`. */
type OnlyRelations<E, N> = { readonly [P in Exclude<keyof N, RelationKey<E>>]: never };

/** The id and the selected columns. */
type WithSelectedColumns<E, C> = Pick<E, Extract<'id' | C, keyof E>>;

/** The shape of one related record, loaded by columns or by a plan. */
type RelatedShape<E, Selection> =
  Selection extends LoadPlan<never, infer R>
    ? R
    : Selection extends readonly (infer C)[]
      ? WithSelectedColumns<E, C>
      : never;

/** The shape of a relation `V`: a list stays a list, and null stays null. */
type RelationShape<V, W> = V extends readonly (infer E)[]
  ? RelatedShape<E, W>[]
  : V extends null | undefined
    ? V
    : RelatedShape<V, W>;

/** The shape of the records that a plan with these columns and relations loads. */
type LoadedShape<E, C, N> = WithSelectedColumns<E, C> & {
  [P in keyof N & keyof E]: RelationShape<E[P], N[P]>;
};

/**
 * Creates a plan; the id of an entity is always loaded.
 *
 * createLoadPlan(Tag, ['controlType'], { languages: ['languageCode', 'name'] })
 *
 * @param _entity only for the types: unknown names do not compile
 */
export function createLoadPlan<
  E,
  const C extends keyof E & string = never,
  const N extends PlanRelations<E> = object,
>(
  _entity: abstract new () => E,
  columns: readonly C[],
  relations?: N & OnlyRelations<E, N>,
): LoadPlan<E, LoadedShape<E, C, N>> {
  return createLoadPlanForType<E, LoadedShape<E, C, N>>(columns, relations);
}

/**
 * Like `createLoadPlan`, for code that has only the type of the entity, such as record definitions.
 * @typeParam R the shape of the loaded records, which the caller must know
 */
export function createLoadPlanForType<E, R = E>(
  columns: PlanColumns<E>,
  relations: PlanRelations<E> = {},
): LoadPlan<E, R> {
  const entries = Object.entries(
    relations as Readonly<Record<string, PlanColumns<object> | LoadPlan>>,
  );
  const relationPlans = entries.map(([name, columnsOrPlan]) => {
    return [
      name,
      'columns' in columnsOrPlan ? columnsOrPlan : createLoadPlanForType<object>(columnsOrPlan),
    ] as const;
  });
  return brandPlan({ columns: new Set(columns), relations: new Map(relationPlans) });
}

/** A plan that loads only the id, and requests a property from the entity's service. */
export function createAttachedPropertyPlan(property: string): LoadPlan<unknown> {
  return brandPlan({ ...idOnlyPlan, attachedProperties: new Set([property]) });
}

/** A plan that loads only the id of any entity. */
export const idOnlyPlan = createLoadPlanForType<{ id: number }>([]);

/** A plan that loads the public identifier of any entity that has one. */
export const pIdOnlyPlan = createLoadPlanForType<{ id: number; pId: string }>(['pId']);

/** Copies a plan without its relations. */
export function withoutRelations<E, R>({ columns }: LoadPlan<E, R>): LoadPlan<E, R> {
  return brandPlan({ columns, relations: new Map() });
}

/** Whether a change affects columns or relations of the record itself that a plan loads. */
export function isPlanAffected({ columns, relations }: LoadPlan, change: object): boolean {
  return Object.entries(change).some(
    ([name, value]) => value !== undefined && (columns.has(name) || relations.has(name)),
  );
}

/** Merges plans: the result loads everything that they load. */
export function mergePlans<E, R, F, S>(
  plan: LoadPlan<E, R>,
  other: LoadPlan<F, S>,
): LoadPlan<E & F, R & S>;
export function mergePlans(...plans: readonly LoadPlan[]): LoadPlan;
export function mergePlans(...plans: readonly LoadPlan[]): LoadPlan {
  const columns = new Set<string>();
  const relations = new Map<string, LoadPlan>();
  const attachedProperties = new Set<string>();
  for (const plan of plans) {
    for (const column of plan.columns) columns.add(column);
    for (const property of plan.attachedProperties ?? []) attachedProperties.add(property);
    for (const [name, nested] of plan.relations) {
      const known = relations.get(name);
      relations.set(name, known ? mergePlans(known, nested) : nested);
    }
  }
  return brandPlan({
    columns,
    relations,
    ...(attachedProperties.size > 0 && { attachedProperties }),
  });
}

function brandPlan<E, R>(plan: Omit<LoadPlan, typeof planTypes>): LoadPlan<E, R> {
  return plan as LoadPlan<E, R>;
}
