import { planFor } from '../../../../core/load-plan';
import { type Condition, type EntityClass, isOneOf, type Loader } from '../../../../database';

/** How lines name records of a kind: ids stay in their store. */
export interface NameResolver {
  /** What they are called in errors. */
  readonly name: string;
  /** @returns the names of those that exist */
  findNames(loader: Loader, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** @returns the ids of those that exist */
  findIds(loader: Loader, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Records that are called by their pId. @param within which of the entity's records they are */
export function createPidResolver<E extends { id: number; pId: string | null }>(
  name: string,
  entity: EntityClass<E>,
  within: readonly Condition[] = [],
): NameResolver {
  const wanted = planFor<E, Pick<E, 'id' | 'pId'>>(['pId']);
  const find = async (loader: Loader, property: string, values: readonly unknown[]) =>
    loader.listWhere(entity, [...within, isOneOf(property, values as never)], wanted);
  return {
    name,
    findNames: async (loader, ids) =>
      new Map(
        (await find(loader, 'id', ids)).flatMap(({ id, pId }) => (pId === null ? [] : [[id, pId]])),
      ),
    findIds: async (loader, keys) =>
      new Map(
        (await find(loader, 'pId', keys)).flatMap(({ id, pId }) =>
          pId === null ? [] : [[pId, id]],
        ),
      ),
  };
}

/** Beyond this many answers of a kind all are forgotten. */
const MAX_CACHED = 50_000;

/**
 * Answers that are asked for one by one and looked up together: what is not known yet is noted, and known once
 * `settle` has been awaited. So the same work is repeated until nothing is missing.
 */
export class BatchedLookup<Q, A> {
  private readonly cache = new Map<NameResolver, Map<Q, A | undefined>>();
  private readonly pending = new Map<NameResolver, Set<Q>>();

  constructor(
    private readonly load: (named: NameResolver, asked: readonly Q[]) => Promise<ReadonlyMap<Q, A>>,
  ) {}

  get(named: NameResolver, question: Q): A | undefined {
    const known = this.cache.get(named);
    if (known?.has(question)) return known.get(question);
    const wanted = this.pending.get(named) ?? new Set();
    this.pending.set(named, wanted.add(question));
    return undefined;
  }

  /** What `work` makes once everything that it asks for is known. */
  async runUntilResolved<T>(work: () => T): Promise<T> {
    for (;;) {
      const result = work();
      if (this.pending.size === 0) return result;
      await this.loadPending();
    }
  }

  /** Whether everything that was asked for is known. */
  get isResolved(): boolean {
    return this.pending.size === 0;
  }

  private async loadPending(): Promise<void> {
    for (const [named, questions] of this.pending) {
      const asked = [...questions];
      const found = await this.load(named, asked);
      const before = this.cache.get(named);
      const known = before && before.size < MAX_CACHED ? before : new Map<Q, A | undefined>();
      this.cache.set(named, known);
      for (const one of asked) known.set(one, found.get(one));
    }
    this.pending.clear();
  }
}

/** The names of records, by id. */
export class NameLookup extends BatchedLookup<number, string> {
  constructor(loader: Loader) {
    super((named, ids) => named.findNames(loader, ids));
  }

  /** @returns undefined for no record, and for one that does not exist */
  findName(named: NameResolver, id: number | null | undefined): string | undefined {
    return id === null || id === undefined || id === 0 ? undefined : this.get(named, id);
  }
}

/** The ids of records, by name. */
export class IdLookup extends BatchedLookup<string, number> {
  constructor(loader: Loader) {
    super((named, keys) => named.findIds(loader, keys));
  }

  /** Whether there is a record of this id. */
  has(named: NameResolver, id: number): boolean {
    return this.get(getIdResolver(named), String(id)) !== undefined;
  }
}

const idResolvers = new WeakMap<NameResolver, NameResolver>();

/** Records called by their ids. */
function getIdResolver(named: NameResolver): NameResolver {
  const known = idResolvers.get(named);
  if (known) return known;
  const made: NameResolver = {
    ...named,
    findIds: async (loader, keys) => {
      const found = await named.findNames(loader, keys.map(Number));
      return new Map([...found.keys()].map((id) => [String(id), id]));
    },
  };
  idResolvers.set(named, made);
  return made;
}
