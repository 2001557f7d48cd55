import { isAlreadyStored } from '../../../core/is-already-stored';
import { defineError, type DomainError } from '../../../core/errors';
import type { ImportCaller } from './import-record-type';
import { toRejectedOutcome } from './import-record-type';
import { createOrderedWriter, type ImportDefinition } from './record-importer';

/** 422: the record would change an immutable field. */
const NotEditable = defineError<{ field: string }>({
  code: 'field.notEditable',
  status: 422,
  title: "The field can't be changed",
  remedy: 'Leave the field out, or create another record.',
  detail: ({ field }) => `The ${field} of a stored record can't be changed.`,
  pointer: ({ field }) => `/${field}`,
});

/** How records of a resource are imported. `S` is the type of complete records. */
interface ResourceImportDefinition<
  T extends object,
  E extends { id: number },
  S extends object,
> extends Pick<
  ImportDefinition<T, S, E>,
  | 'type'
  | 'dto'
  | 'scope'
  | 'rejectsInvisibleCharacters'
  | 'updatedAtOwner'
  | 'prepare'
  | 'provisionalRow'
> {
  /** Keys that match import records (original or complete) with stored ones; by default their pId. */
  readonly key?: {
    readonly imported: (value: T | S) => string;
    readonly stored: (record: E) => string;
  };
  /**
   * Fills in the defaults of absent fields, so that a record always describes the same state. References are resolved
   * for all records together.
   */
  readonly toCompleteRecords: (
    values: readonly T[],
    caller: ImportCaller,
  ) => readonly S[] | Promise<readonly S[]>;
  /** Members that say how to store the record, and are not stored themselves. */
  readonly unstoredMembers?: readonly (keyof S & string)[];
  /** Members that can't be changed. */
  readonly immutableMembers?: readonly (keyof S & keyof E & string)[];
  /** Finds the stored records with these keys, with everything that an import record can contain. */
  readonly findStoredRecords: (
    keys: readonly string[],
    values: readonly S[],
  ) => Promise<readonly E[]>;
  /** Creates new records. @returns as many records, in the same order */
  readonly create: (
    values: readonly S[],
    caller: ImportCaller,
  ) => Promise<readonly { readonly id: number }[]>;
  readonly update: (id: number, value: S, caller: ImportCaller) => Promise<unknown>;
}

/**
 * Defines the import of a resource that operations also create and change. It uses the resource's service, so the same
 * rules apply; a record that is already stored is skipped.
 */
export function defineResourceImport<
  T extends object,
  E extends { id: number },
  S extends object = T,
>({
  toCompleteRecords,
  findStoredRecords,
  create,
  update,
  key = { imported: getPid, stored: getPid },
  immutableMembers = [],
  unstoredMembers = [],
  ...definition
}: ResourceImportDefinition<T, E, S>): ImportDefinition<T, S, E> {
  const isUnchanged = (content: S, stored: E): boolean =>
    Object.entries(content).every(
      ([name, value]) =>
        (unstoredMembers as readonly string[]).includes(name) ||
        isAlreadyStored(value, (stored as Record<string, unknown>)[name]),
    );
  const findNotEditableError = (content: S, stored: E): DomainError | undefined => {
    const field = immutableMembers.find((name) => !isAlreadyStored(content[name], stored[name]));
    return field === undefined ? undefined : new NotEditable({ field });
  };
  return {
    ...definition,
    getKey: (value) => key.imported(value),
    compareWithStored: async (batch, caller) => {
      const completeRecords = await toCompleteRecords(
        batch.map(({ record }) => record.value),
        caller,
      );
      const all = await findStoredRecords(
        completeRecords.map((value) => key.imported(value)),
        completeRecords,
      );
      const found = new Map(all.map((stored) => [key.stored(stored), stored]));
      for (const [at, candidate] of batch.entries()) {
        const value = completeRecords[at] as S;
        const stored = found.get(key.imported(value));
        candidate.stored = stored;
        candidate.content = value;
        if (!stored) continue;
        candidate.id = stored.id;
        const error = findNotEditableError(value, stored);
        if (error) candidate.outcome = toRejectedOutcome(error);
        else if (isUnchanged(value, stored))
          candidate.outcome = { result: 'unchanged', id: stored.id };
      }
    },
    write: createOrderedWriter({ create, update }),
  };
}

function getPid(record: object): string {
  return (record as { pId: string }).pId;
}
