import { defineError, type DomainError } from '../../../core/errors';
import type { ImportCaller } from './import-record-type';
import { toRejectedOutcome } from './import-record-type';
import { writeInOrder, type ImportDefinition } from './record-importer';

/** 422: the record would change what can't be changed. */
const NotEditable = defineError<{ field: string }>({
  code: 'field.notEditable',
  status: 422,
  title: "The field can't be changed",
  remedy: 'Leave the field out, or make another record.',
  detail: ({ field }) => `${field} of a stored record can't be changed.`,
  pointer: ({ field }) => `/${field}`,
});

/** How records of a resource are imported. `S` is what a record says once it is complete. */
interface ResourceImportDefinition<
  T extends object,
  E extends { id: number },
  S extends object,
> extends Pick<
  ImportDefinition<T, S, E>,
  'type' | 'dto' | 'scope' | 'timestamped' | 'prepare' | 'provisional'
> {
  /** Keys by which a record (as it came, or complete) and its stored one are matched; their pId by default. */
  readonly key?: {
    readonly line: (value: T | S) => string;
    readonly stored: (record: E) => string;
  };
  /**
   * The records with the defaults of absent fields, so that a record always means the same state; what they refer to is
   * looked up for all of them together.
   */
  readonly complete: (
    values: readonly T[],
    caller: ImportCaller,
  ) => readonly S[] | Promise<readonly S[]>;
  /** Members that say how to store the record, and are not stored themselves. */
  readonly notStored?: readonly (keyof S & string)[];
  /** Members that can't be changed. */
  readonly immutable?: readonly (keyof S & keyof E & string)[];
  /** The stored records of these keys, with everything that a record can say about them. */
  readonly find: (values: readonly S[]) => Promise<readonly E[]>;
  /** Creates new records. @returns as many, in the same order */
  readonly create: (
    values: readonly S[],
    caller: ImportCaller,
  ) => Promise<readonly { readonly id: number }[]>;
  readonly update: (id: number, value: S, caller: ImportCaller) => Promise<unknown>;
}

/**
 * Records of a resource that operations create and change, too. They go through the resource's service, so the same rules
 * hold; a record that is stored as it says is left alone.
 */
export function defineResourceImport<
  T extends object,
  E extends { id: number },
  S extends object = T,
>({
  complete,
  find,
  create,
  update,
  key = { line: getPid, stored: getPid },
  immutable = [],
  notStored = [],
  ...recipe
}: ResourceImportDefinition<T, E, S>): ImportDefinition<T, S, E> {
  const isStored = (said: S, stored: E): boolean =>
    Object.entries(said).every(
      ([name, value]) =>
        (notStored as readonly string[]).includes(name) ||
        isAlreadyStored(value, (stored as Record<string, unknown>)[name]),
    );
  const refusal = (said: S, stored: E): DomainError | undefined => {
    const field = immutable.find((name) => !isAlreadyStored(said[name], stored[name]));
    return field === undefined ? undefined : new NotEditable({ field });
  };
  return {
    ...recipe,
    getKey: (value) => key.line(value),
    judge: async (batch, caller) => {
      const said = await complete(
        batch.map(({ record }) => record.value),
        caller,
      );
      const found = new Map((await find(said)).map((one) => [key.stored(one), one]));
      for (const [at, one] of batch.entries()) {
        const value = said[at] as S;
        const stored = found.get(key.line(value));
        one.content = value;
        if (!stored) continue;
        one.id = stored.id;
        const error = refusal(value, stored);
        if (error) one.outcome = toRejectedOutcome(error);
        else if (isStored(value, stored)) one.outcome = { result: 'unchanged', id: stored.id };
      }
    },
    write: writeInOrder({ create, update }),
  };
}

function getPid(one: object): string {
  return (one as { pId: string }).pId;
}

/** Whether everything that is said is stored already, whatever else is stored. */
function isAlreadyStored(said: unknown, stored: unknown): boolean {
  if (Array.isArray(said)) {
    return (
      Array.isArray(stored) &&
      said.length === stored.length &&
      said.every((element, index) => isAlreadyStored(element, stored[index]))
    );
  }
  if (said instanceof Date || stored instanceof Date) return Number(said) === Number(stored);
  if (typeof said !== 'object' || said === null || stored === null) return said === stored;
  return Object.entries(said).every(([name, value]) =>
    isAlreadyStored(value, (stored as Record<string, unknown>)[name]),
  );
}
