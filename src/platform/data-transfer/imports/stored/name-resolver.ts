import { createLoadPlanForType } from '../../../../core/load-plan';
import { type Condition, type EntityClass, whereIn, type Loader } from '../../../../database';

/** Resolves the names of records of a kind in exports and imports, which don't contain ids. */
export interface NameResolver {
  /** Name of the records in errors. */
  readonly resource: string;
  /** @returns the names of the existing records */
  findNames(loader: Loader, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** @returns the ids of the existing records */
  findIds(loader: Loader, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Creates a resolver for records with a pId. @param conditions conditions on the entity's records */
export function createPidResolver(
  name: string,
  entity: EntityClass<{ id: number; pId: string | null }>,
  conditions: readonly Condition[] = [],
): NameResolver {
  return createNameResolver(name, entity, 'pId', conditions);
}

/** Creates a resolver for records with unique names. @param property that holds the name, or null */
export function createNameResolver<P extends string>(
  resource: string,
  entity: EntityClass<{ id: number } & Record<P, string | null>>,
  property: P,
  conditions: readonly Condition[] = [],
): NameResolver {
  const plan = createLoadPlanForType<{ id: number } & Record<P, string | null>>([property]);
  const find = async (loader: Loader, by: string, values: readonly unknown[]) =>
    (await loader.listWhere(entity, [...conditions, whereIn(by, values)], plan)).flatMap(
      ({ id, [property]: own }): [number, string][] => (own === null ? [] : [[id, own]]),
    );
  return {
    resource,
    findNames: async (loader, ids) => new Map(await find(loader, 'id', ids)),
    findIds: async (loader, keys) =>
      new Map((await find(loader, property, keys)).map(([id, own]) => [own, id])),
  };
}

/** Above this number of cached results of a kind, all of them are discarded. */
const MAX_CACHED_RESULTS = 50_000;

/**
 * Looks up values that are requested one by one in batches. Missing values are collected and then loaded, and the same
 * work is repeated until nothing is missing (`runUntilResolved`).
 */
export class BatchedLookup<Q, A> {
  private readonly cache = new Map<NameResolver, Map<Q, A | undefined>>();
  private readonly pending = new Map<NameResolver, Set<Q>>();

  constructor(
    private readonly load: (
      resolver: NameResolver,
      keys: readonly Q[],
    ) => Promise<ReadonlyMap<Q, A>>,
  ) {}

  get(resolver: NameResolver, key: Q): A | undefined {
    const known = this.cache.get(resolver);
    if (known?.has(key)) return known.get(key);
    const missing = this.pending.get(resolver) ?? new Set();
    this.pending.set(resolver, missing.add(key));
    return undefined;
  }

  /** Runs `work` until everything that it requests is known. @returns its last result */
  async runUntilResolved<T>(work: () => T): Promise<T> {
    for (;;) {
      const result = work();
      if (this.pending.size === 0) return result;
      await this.loadPending();
    }
  }

  /** Whether everything that was requested is known. */
  get isResolved(): boolean {
    return this.pending.size === 0;
  }

  private async loadPending(): Promise<void> {
    for (const [resolver, pendingKeys] of this.pending) {
      const keys = [...pendingKeys];
      const found = await this.load(resolver, keys);
      const before = this.cache.get(resolver);
      const known =
        before && before.size < MAX_CACHED_RESULTS ? before : new Map<Q, A | undefined>();
      this.cache.set(resolver, known);
      for (const one of keys) known.set(one, found.get(one));
    }
    this.pending.clear();
  }
}

/** Looks up the names of records by id. */
export class NameLookup extends BatchedLookup<number, string> {
  constructor(loader: Loader) {
    super((resolver, ids) => resolver.findNames(loader, ids));
  }

  /** @returns undefined for an empty id or a record that doesn't exist */
  findName(resolver: NameResolver, id: number | null | undefined): string | undefined {
    return id === null || id === undefined || id === 0 ? undefined : this.get(resolver, id);
  }
}

/** Looks up the ids of records by name. */
export class IdLookup extends BatchedLookup<string, number> {
  constructor(loader: Loader) {
    super((resolver, keys) => resolver.findIds(loader, keys));
  }

  /** Whether a record with this id exists. */
  has(resolver: NameResolver, id: number): boolean {
    return this.get(getIdResolver(resolver), String(id)) !== undefined;
  }
}

const idResolvers = new WeakMap<NameResolver, NameResolver>();

/** Returns a resolver that identifies the records by their ids. */
function getIdResolver(resolver: NameResolver): NameResolver {
  const known = idResolvers.get(resolver);
  if (known) return known;
  const idResolver: NameResolver = {
    ...resolver,
    findIds: async (loader, keys) => {
      const found = await resolver.findNames(loader, keys.map(Number));
      return new Map([...found.keys()].map((id) => [String(id), id]));
    },
  };
  idResolvers.set(resolver, idResolver);
  return idResolver;
}
