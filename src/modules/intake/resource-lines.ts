import type { DtoClass } from '../../api';
import { defineError } from '../../core/errors';
import type { Scope } from '../../core/scopes';
import type { Dated } from './change-times';
import { type Line, type LineCaller, type LineType, type Outcome, rejection } from './line-type';

/** 422: the line would change what can't be changed. */
const NotEditable = defineError<{ field: string }>({
  code: 'field.notEditable',
  status: 422,
  title: "The field can't be changed",
  remedy: 'Leave the field out, or make another record.',
  detail: ({ field }) => `${field} of a stored record can't be changed.`,
  pointer: ({ field }) => `/${field}`,
});

/** How the lines of a resource are stored. `S` is what a line says once it is complete. */
interface ResourceDeclaration<T extends object, E extends { id: number }, S extends object> {
  readonly type: string;
  /** The API's create body, and what only the intake takes. */
  readonly dto: DtoClass<T>;
  /** See `LineType.scope`. */
  readonly scope?: Scope;
  /** See `LineType.dated`. */
  readonly dated?: Dated;
  /** See `LineType.prepare`. */
  readonly prepare?: (values: readonly T[], caller: LineCaller) => Promise<void>;
  /** What a line (as it came, or complete) and its stored record are matched by; their pId by default. */
  readonly key?: {
    readonly line: (value: T | S) => string;
    readonly stored: (record: E) => string;
  };
  /**
   * The lines with the defaults of absent fields, so that a line always means the same state; what they refer to is
   * looked up for all of them together.
   */
  readonly complete: (values: readonly T[]) => readonly S[] | Promise<readonly S[]>;
  /** Members that say how to store the line, and are not stored themselves. */
  readonly notStored?: readonly (keyof S & string)[];
  /** Members that can't be changed. */
  readonly fixed?: readonly (keyof S & keyof E & string)[];
  /** The stored records that the lines are about, with everything that a line can say about them. */
  readonly find: (values: readonly S[]) => Promise<readonly E[]>;
  /** Makes new records. @returns as many, in the same order */
  readonly create: (
    values: readonly S[],
    caller: LineCaller,
  ) => Promise<readonly { readonly id: number }[]>;
  readonly update: (id: number, value: S, caller: LineCaller) => Promise<unknown>;
}

/**
 * Lines of a resource that the API makes and changes, too. They go through the resource's service, so the
 * same rules hold; a record that is already as its line says is left alone.
 */
export class ResourceLines<
  T extends object,
  E extends { id: number },
  S extends object = T,
> implements LineType<T> {
  readonly type: string;
  readonly dto: DtoClass<T>;
  readonly scope?: Scope;
  readonly dated?: Dated;
  private readonly key: Required<ResourceDeclaration<T, E, S>>['key'];

  constructor(private readonly declaration: ResourceDeclaration<T, E, S>) {
    this.type = declaration.type;
    this.dto = declaration.dto;
    if (declaration.scope) this.scope = declaration.scope;
    if (declaration.dated) this.dated = declaration.dated;
    this.key = declaration.key ?? { line: pIdOf, stored: pIdOf };
  }

  keyOf(value: T): string {
    return this.key.line(value);
  }

  async prepare(values: readonly T[], caller: LineCaller): Promise<void> {
    await this.declaration.prepare?.(values, caller);
  }

  async store(lines: readonly Line<T>[], caller: LineCaller): Promise<Outcome[]> {
    const { complete, find, update } = this.declaration;
    const values = await complete(lines.map(({ value }) => value));
    const stored = new Map((await find(values)).map((one) => [this.key.stored(one), one]));
    const outcomes: Outcome[] = [];
    const fresh = new Map<number, S>();
    for (const [at, value] of values.entries()) {
      const record = stored.get(this.key.line(value));
      if (!record) {
        fresh.set(at, value);
        continue;
      }
      const settled = this.settled(value, record);
      if (!settled) {
        // In the order of the lines: one may take what another gives up.
        await this.create(fresh, caller, outcomes);
        await update(record.id, value, caller);
      }
      outcomes[at] = settled ?? { result: 'updated', id: record.id };
    }
    await this.create(fresh, caller, outcomes);
    return outcomes;
  }

  /** Makes new records together. @param fresh by the places of their lines */
  private async create(
    fresh: Map<number, S>,
    caller: LineCaller,
    outcomes: Outcome[],
  ): Promise<void> {
    if (fresh.size === 0) return;
    const made = await this.declaration.create([...fresh.values()], caller);
    [...fresh.keys()].forEach((at, index) => {
      outcomes[at] = { result: 'created', id: (made[index] as { readonly id: number }).id };
    });
    fresh.clear();
  }

  /** The outcome of a line whose record exists; undefined: the record has to change. */
  private settled(value: S, stored: E): Outcome | undefined {
    const { fixed = [], notStored = [] } = this.declaration;
    const field = fixed.find((name) => !isSame(value[name], stored[name]));
    if (field !== undefined) return rejection(new NotEditable({ field }));
    const isKnown = Object.entries(value).every(
      ([name, said]) =>
        (notStored as readonly string[]).includes(name) ||
        isSame(said, (stored as Record<string, unknown>)[name]),
    );
    return isKnown ? { result: 'unchanged', id: stored.id } : undefined;
  }
}

/** Does something with each of several values, one after the other. */
export function inTurn<V, M extends readonly unknown[], R>(
  work: (value: V, ...more: M) => Promise<R>,
): (values: readonly V[], ...more: M) => Promise<R[]> {
  return async (values, ...more) => {
    const results: R[] = [];
    for (const value of values) results.push(await work(value, ...more));
    return results;
  };
}

function pIdOf(one: object): string {
  return (one as { pId: string }).pId;
}

/** Whether everything that is said is stored already, whatever else is stored. */
function isSame(said: unknown, stored: unknown): boolean {
  if (Array.isArray(said)) {
    return (
      Array.isArray(stored) &&
      said.length === stored.length &&
      said.every((element, index) => isSame(element, stored[index]))
    );
  }
  if (said instanceof Date || stored instanceof Date) return Number(said) === Number(stored);
  if (typeof said !== 'object' || said === null || stored === null) return said === stored;
  return Object.entries(said).every(([name, value]) =>
    isSame(value, (stored as Record<string, unknown>)[name]),
  );
}
