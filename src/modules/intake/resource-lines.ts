import type { DtoClass } from '../../api';
import { defineError } from '../../core/errors';
import { type Line, type LineCaller, type LineType, type Outcome, rejection } from './line-type';

/** 422: the line would change what stays as it was made. */
const NotEditable = defineError<{ field: string }>({
  code: 'field.notEditable',
  status: 422,
  title: 'The field can not be changed',
  remedy: 'Leave the field out, or make another record.',
  detail: ({ field }) => `${field} of a stored record can't be changed.`,
  pointer: ({ field }) => `/${field}`,
});

/** How the lines of a resource are stored. `S` is what a line says once it is complete. */
interface ResourceDeclaration<T extends object, E extends { id: number }, S extends object> {
  readonly type: string;
  /** The API's create body, and what only the intake takes. */
  readonly dto: DtoClass<T>;
  /** See `LineType.prepare`. */
  readonly prepare?: (values: readonly T[], caller: LineCaller) => Promise<void>;
  /** What a line, as it came and complete, and its stored record are matched by; without it, their pId. */
  readonly key?: {
    readonly line: (value: T | S) => string;
    readonly stored: (record: E) => string;
  };
  /** The line with the defaults of what it does not say, so that a line always means the same state. */
  readonly complete: (value: T) => S | Promise<S>;
  /** Members that can't be changed. */
  readonly fixed?: readonly (keyof S & keyof E & string)[];
  /** The stored records that the lines are about, with everything that a line can say of them. */
  readonly find: (values: readonly S[]) => Promise<readonly E[]>;
  readonly create: (value: S, caller: LineCaller) => Promise<{ id: number }>;
  readonly update: (id: number, value: S, caller: LineCaller) => Promise<unknown>;
}

/**
 * Lines of a resource that the API makes and changes, too. They go through the resource's service, so the
 * same rules hold; a record that a line already describes is left alone.
 */
export class ResourceLines<
  T extends object,
  E extends { id: number },
  S extends object = T,
> implements LineType<T> {
  readonly type: string;
  readonly dto: DtoClass<T>;
  private readonly key: Required<ResourceDeclaration<T, E, S>>['key'];

  constructor(private readonly declaration: ResourceDeclaration<T, E, S>) {
    this.type = declaration.type;
    this.dto = declaration.dto;
    this.key = declaration.key ?? { line: pIdOf, stored: pIdOf };
  }

  keyOf(value: T): string {
    return this.key.line(value);
  }

  async prepare(values: readonly T[], caller: LineCaller): Promise<void> {
    await this.declaration.prepare?.(values, caller);
  }

  async store(lines: readonly Line<T>[], caller: LineCaller): Promise<Outcome[]> {
    const values: S[] = [];
    for (const { value } of lines) values.push(await this.declaration.complete(value));
    const stored = await this.declaration.find(values);
    const byKey = new Map(stored.map((one) => [this.key.stored(one), one]));
    const outcomes: Outcome[] = [];
    for (const value of values) {
      outcomes.push(await this.storeOne(value, byKey.get(this.key.line(value)), caller));
    }
    return outcomes;
  }

  private async storeOne(value: S, stored: E | undefined, caller: LineCaller): Promise<Outcome> {
    const { create, update, fixed = [] } = this.declaration;
    if (!stored) return { result: 'created', id: (await create(value, caller)).id };
    const field = fixed.find((name) => !isSame(value[name], stored[name]));
    if (field !== undefined) return rejection(new NotEditable({ field }));
    if (isSame(value, stored)) return { result: 'unchanged', id: stored.id };
    await update(stored.id, value, caller);
    return { result: 'updated', id: stored.id };
  }
}

function pIdOf(one: object): string {
  return (one as { pId: string }).pId;
}

/** Whether everything that is said is stored already; what is stored beside it does not matter. */
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
