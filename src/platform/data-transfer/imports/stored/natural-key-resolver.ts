import { createLoadPlanForType } from '../../../../core/load-plan';
import { type Condition, type EntityClass, whereIn, type Loader } from '../../../../database';

/** Resolves the natural keys of records of a kind. Exports and imports contain these instead of ids. */
export interface NaturalKeyResolver {
  /** Name of the kind of records in error messages. */
  readonly resource: string;
  /** @returns the natural keys of the existing records, by id */
  findNaturalKeys(loader: Loader, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** @returns the ids of the existing records, by natural key */
  findIds(loader: Loader, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Creates a resolver for records with a pId. @param conditions conditions on the entity's records */
export function createPidResolver(
  resource: string,
  entity: EntityClass<{ id: number; pId: string | null }>,
  conditions: readonly Condition[] = [],
): NaturalKeyResolver {
  return createNaturalKeyResolver(resource, entity, 'pId', conditions);
}

/** Creates a resolver for records with a unique property. @param property holds the natural key, or null */
export function createNaturalKeyResolver<P extends string>(
  resource: string,
  entity: EntityClass<{ id: number } & Record<P, string | null>>,
  property: P,
  conditions: readonly Condition[] = [],
): NaturalKeyResolver {
  const plan = createLoadPlanForType<{ id: number } & Record<P, string | null>>([property]);
  const find = async (loader: Loader, by: string, values: readonly unknown[]) =>
    (await loader.listWhere(entity, [...conditions, whereIn(by, values)], plan)).flatMap(
      ({ id, [property]: own }): [number, string][] => (own === null ? [] : [[id, own]]),
    );
  return {
    resource,
    findNaturalKeys: async (loader, ids) => new Map(await find(loader, 'id', ids)),
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
  private readonly cache = new Map<NaturalKeyResolver, Map<Q, A | undefined>>();
  private readonly pending = new Map<NaturalKeyResolver, Set<Q>>();

  constructor(
    private readonly load: (
      resolver: NaturalKeyResolver,
      keys: readonly Q[],
    ) => Promise<ReadonlyMap<Q, A>>,
  ) {}

  get(resolver: NaturalKeyResolver, key: Q): A | undefined {
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

/** Looks up the natural keys of records by id. */
export class NaturalKeyLookup extends BatchedLookup<number, string> {
  constructor(loader: Loader) {
    super((resolver, ids) => resolver.findNaturalKeys(loader, ids));
  }

  /** @returns undefined for an empty id or a record that doesn't exist */
  findNaturalKey(resolver: NaturalKeyResolver, id: number | null | undefined): string | undefined {
    return id === null || id === undefined || id === 0 ? undefined : this.get(resolver, id);
  }
}

/** Looks up the ids of records by natural key. */
export class IdLookup extends BatchedLookup<string, number> {
  constructor(loader: Loader) {
    super((resolver, keys) => resolver.findIds(loader, keys));
  }

  /** Whether a record with this id exists. */
  has(resolver: NaturalKeyResolver, id: number): boolean {
    return this.get(getIdResolver(resolver), String(id)) !== undefined;
  }
}

const idResolvers = new WeakMap<NaturalKeyResolver, NaturalKeyResolver>();

/** Returns a resolver that identifies the records by their ids. */
function getIdResolver(resolver: NaturalKeyResolver): NaturalKeyResolver {
  const known = idResolvers.get(resolver);
  if (known) return known;
  const idResolver: NaturalKeyResolver = {
    ...resolver,
    findIds: async (loader, keys) => {
      const found = await resolver.findNaturalKeys(loader, keys.map(Number));
      return new Map([...found.keys()].map((id) => [String(id), id]));
    },
  };
  idResolvers.set(resolver, idResolver);
  return idResolver;
}
