import type { DtoClass } from '../../api';
import { defineError } from '../../core/errors';
import { type Line, type LineType, type Outcome, rejection } from './line-type';

/** 422: the line would change what stays as it was made. */
const NotEditable = defineError<{ field: string }>({
  code: 'field.notEditable',
  status: 422,
  title: 'The field can not be changed',
  detail: ({ field }) => `${field} of a stored record can't be changed.`,
  pointer: ({ field }) => `/${field}`,
});

/** How the lines of a resource are stored. */
interface ResourceDeclaration<T extends { pId: string }, E extends { id: number }> {
  readonly type: string;
  /** The API's create body. */
  readonly dto: DtoClass<T>;
  /** The line with the defaults of what it does not say, so that a line always means the same state. */
  readonly complete: (value: T) => T;
  /** Members that can't be changed. */
  readonly fixed?: readonly (keyof T & keyof E & string)[];
  /** The stored records with these public identifiers, with everything that a line can say of them. */
  readonly find: (pIds: readonly string[]) => Promise<readonly (E & { pId: string })[]>;
  readonly create: (value: T) => Promise<{ id: number }>;
  readonly update: (id: number, value: T) => Promise<unknown>;
}

/**
 * Lines of a resource that the API makes and changes, too. They go through the resource's service, so the
 * same rules hold; a record that a line already describes is left alone.
 */
export class ResourceLines<
  T extends { pId: string },
  E extends { id: number },
> implements LineType<T> {
  readonly type: string;
  readonly dto: DtoClass<T>;

  constructor(private readonly declaration: ResourceDeclaration<T, E>) {
    this.type = declaration.type;
    this.dto = declaration.dto;
  }

  async store(lines: readonly Line<T>[]): Promise<Outcome[]> {
    const values = lines.map(({ value }) => this.declaration.complete(value));
    const stored = await this.declaration.find(values.map(({ pId }) => pId));
    const byPid = new Map(stored.map((one) => [one.pId, one]));
    const outcomes: Outcome[] = [];
    for (const value of values) outcomes.push(await this.storeOne(value, byPid.get(value.pId)));
    return outcomes;
  }

  private async storeOne(value: T, stored: E | undefined): Promise<Outcome> {
    const { create, update, fixed = [] } = this.declaration;
    if (!stored) return { result: 'created', id: (await create(value)).id };
    const field = fixed.find((name) => !isSame(value[name], stored[name]));
    if (field !== undefined) return rejection(new NotEditable({ field }));
    if (isSame(value, stored)) return { result: 'unchanged', id: stored.id };
    await update(stored.id, value);
    return { result: 'updated', id: stored.id };
  }
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
  if (typeof said !== 'object' || said === null) return said === stored;
  return Object.entries(said).every(([name, value]) =>
    isSame(value, (stored as Record<string, unknown>)[name]),
  );
}
