import type { DtoClass } from '../../../api';
import { toInlineSchema } from '../../../api/validation/dto';
import {
  createNewTextCheck,
  type NewTextCheck,
  excludeStoredTexts,
} from '../../../api/validation/new-texts';
import { DomainError, InvalidRequest } from '../../../core/errors';
import type { Scope } from '../../../core/scopes';
import type { EntityClass, DataAccess } from '../../../database';
import {
  type UpdatedAtOwner,
  loadTimestampedRecords,
  withUpdatedAtField,
} from './updated-at-owner';
import {
  type ImportRecord,
  type ImportCaller,
  type ImportRecordType,
  type ImportOutcome,
  toRejectedOutcome,
  type StoredOutcome,
  type ImportWarning,
} from './import-record-type';
import { type ProvisionalRowDefinition, createUniquenessCheck } from './uniqueness-check';

/** A record of a batch with everything known about it so far. */
export interface ImportCandidate<T extends object, S = T, E = unknown> {
  readonly record: ImportRecord<T>;
  /** Its content, once its references are resolved. */
  content?: S;
  /** The stored record with the same key. */
  stored?: E | undefined;
  /** Time of the last change in the import record. */
  readonly updatedAt?: Date | null | undefined;
  /** Id of the stored record, once it exists. */
  id?: number;
  /** Whether a rounding of the record makes it match its supplied total. */
  isRounded?: boolean;
  warnings?: readonly ImportWarning[];
  /** Undefined if the record has to be written. */
  outcome?: ImportOutcome;
}

/** Declares a record type, and how its records are compared and written. */
export interface ImportDefinition<T extends object, S = T, E = unknown> extends Omit<
  ImportRecordType<T>,
  'store' | 'dryRun'
> {
  /** Whether the rules for new texts apply; by default they do. */
  readonly rejectsInvisibleCharacters?: boolean;
  /**
   * Finds the stored records of a batch and compares them. It only reads: a dry run ends here. Each candidate gets
   * either its outcome (unchanged, rejected), or its `content` to write, and its `id` if it is stored.
   * @throws the error of the whole batch; its records are passed again in smaller batches
   */
  compareWithStored(
    batch: readonly ImportCandidate<T, S, E>[],
    caller: ImportCaller,
  ): Promise<void>;
  /** Writes the candidates without an outcome, in their order; new ones get their ids. */
  write(batch: readonly ImportCandidate<T, S, E>[], caller: ImportCaller): Promise<void>;
  /** The row of a new record, which a dry run keeps in memory so that later records find it. */
  readonly provisionalRow?: ProvisionalRowDefinition<ImportCandidate<T, S, E>>;
}

/** Imports records of a type: finds them by key, compares, then creates, updates, skips or rejects them. */
export class RecordImporter<T extends object, S = T, E = unknown> implements ImportRecordType<T> {
  readonly type: string;
  readonly dto: DtoClass<T>;
  readonly scope?: Scope;
  readonly isCommandLineOnly: boolean;
  readonly canMakeAdministrator: boolean;
  readonly rejectsInvisibleCharacters: boolean;
  readonly updatedAtOwner?: UpdatedAtOwner;
  readonly getKey?: (value: T) => string | undefined;
  private readonly checkNewTexts?: NewTextCheck | undefined;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly definition: ImportDefinition<T, S, E>,
  ) {
    const {
      type,
      dto,
      scope,
      isCommandLineOnly = false,
      canMakeAdministrator = false,
      rejectsInvisibleCharacters = true,
      updatedAtOwner,
    } = definition;
    this.rejectsInvisibleCharacters = rejectsInvisibleCharacters;
    if (rejectsInvisibleCharacters) this.checkNewTexts = createNewTextCheck(toInlineSchema(dto));
    this.type = type;
    this.dto = updatedAtOwner ? withUpdatedAtField(dto) : dto;
    this.isCommandLineOnly = isCommandLineOnly;
    this.canMakeAdministrator = canMakeAdministrator;
    if (scope) this.scope = scope;
    if (updatedAtOwner) this.updatedAtOwner = updatedAtOwner;
    if (definition.getKey) this.getKey = (value) => definition.getKey?.(value);
  }

  getReferencedKeys(value: T): readonly string[] {
    return this.definition.getReferencedKeys?.(value) ?? [];
  }

  async prepare(values: readonly T[], caller: ImportCaller): Promise<void> {
    await this.definition.prepare?.(values, caller);
  }

  async store(records: readonly ImportRecord<T>[], caller: ImportCaller): Promise<ImportOutcome[]> {
    const batch = await this.compareRecords(records, caller);
    const pending = batch.filter(isPending);
    const existing = new Set(pending.filter(({ id }) => id !== undefined));
    if (pending.length > 0) await this.definition.write(pending, caller);
    for (const candidate of pending) {
      candidate.outcome ??= toStoredOutcome(
        candidate,
        existing.has(candidate) ? 'updated' : 'created',
        candidate.id as number,
      );
    }
    if (this.updatedAtOwner) await this.applyUpdatedAt(this.updatedAtOwner, batch);
    return batch.map(({ outcome }) => outcome as ImportOutcome);
  }

  /** Determines the outcomes of `store` by reading only, inside `Database.dryRun`. */
  async dryRun(
    records: readonly ImportRecord<T>[],
    caller: ImportCaller,
  ): Promise<ImportOutcome[]> {
    const { provisionalRow } = this.definition;
    const { database } = this.dataAccess;
    const batch = await this.compareRecords(records, caller);
    const checkTaken =
      provisionalRow &&
      (await createUniquenessCheck(this.dataAccess, provisionalRow, batch.filter(isPending)));
    return batch.map((candidate) => {
      if (candidate.outcome) return candidate.outcome;
      const refused = checkTaken?.(candidate);
      if (refused) return refused;
      if (candidate.id !== undefined) return toStoredOutcome(candidate, 'updated', candidate.id);
      const id = provisionalRow
        ? database.addProvisionalRecord(provisionalRow.entity, provisionalRow.toRow(candidate))
        : 0;
      return toStoredOutcome(candidate, 'created', id);
    });
  }

  private async compareRecords(
    records: readonly ImportRecord<T>[],
    caller: ImportCaller,
  ): Promise<ImportCandidate<T, S, E>[]> {
    const batch = records.map((record): ImportCandidate<T, S, E> =>
      this.updatedAtOwner ? splitUpdatedAt(record) : { record },
    );
    await this.definition.compareWithStored(batch, caller);
    for (const candidate of batch.filter(isPending)) this.rejectInvalidNewTexts(candidate);
    return batch;
  }

  /**
   * Rejects a record with new texts that aren't allowed. Records with the time of their last change come from an
   * export, so they may keep texts of earlier versions.
   */
  private rejectInvalidNewTexts(candidate: ImportCandidate<T, S, E>): void {
    if (candidate.updatedAt) return;
    const found = this.checkNewTexts?.(candidate.record.value, '') ?? [];
    const errors = excludeStoredTexts(found, candidate.stored);
    if (errors.length > 0) candidate.outcome = toRejectedOutcome(new InvalidRequest(errors));
  }

  /** Sets the timestamps of the import records; a stored record with another timestamp is changed. */
  private async applyUpdatedAt(
    updatedAtOwner: UpdatedAtOwner,
    batch: readonly ImportCandidate<T, S, E>[],
  ): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const timestampedCandidates = batch.flatMap((candidate) => {
      const { updatedAt, outcome } = candidate;
      return updatedAt && outcome && outcome.result !== 'rejected'
        ? [{ candidate, outcome, updatedAt }]
        : [];
    });
    const records = await loadTimestampedRecords(
      loader,
      updatedAtOwner,
      timestampedCandidates.map(({ outcome }) => outcome.id),
    );
    const times = new Map<number, Date>();
    for (const { candidate, outcome, updatedAt } of timestampedCandidates) {
      const record = records.get(outcome.id);
      if (!record || record.updatedAt?.getTime() === updatedAt.getTime()) continue;
      times.set(record.id, updatedAt);
      if (outcome.result === 'unchanged') candidate.outcome = { ...outcome, result: 'updated' };
    }
    await writer.setEach(updatedAtOwner.entity, 'updatedAt', times);
  }
}

function toStoredOutcome(
  { isRounded = false, warnings }: Pick<StoredOutcome, 'isRounded' | 'warnings'>,
  result: 'created' | 'updated',
  id: number,
): ImportOutcome {
  return { result, id, ...(isRounded && { isRounded }), ...(warnings && { warnings }) };
}

function isPending({ outcome }: { readonly outcome?: ImportOutcome }): boolean {
  return outcome === undefined;
}

/** Rejects a candidate if a look-up returned an error. @returns the result of the look-up otherwise */
export function rejectOnError<R>(
  candidate: { outcome?: ImportOutcome },
  found: R | DomainError,
): R | undefined {
  if (!(found instanceof DomainError)) return found;
  candidate.outcome = toRejectedOutcome(found);
  return undefined;
}

/** How a service writes records: new ones together, changes one by one. */
interface ServiceWriter<S> {
  /** @returns the new records, in order */
  readonly create: (
    values: readonly S[],
    caller: ImportCaller,
  ) => Promise<readonly { readonly id: number }[]>;
  readonly update: (id: number, value: S, caller: ImportCaller) => Promise<unknown>;
}

/** Writes in the order of the records: one may take a value that another gives up. */
export function createOrderedWriter<T extends object, S, E>({
  create,
  update,
}: ServiceWriter<S>): ImportDefinition<T, S, E>['write'] {
  return async (batch, caller) => {
    let fresh: ImportCandidate<T, S, E>[] = [];
    const createFresh = async (): Promise<void> => {
      if (fresh.length === 0) return;
      const created = await create(
        fresh.map(({ content }) => content as S),
        caller,
      );
      for (const [at, candidate] of fresh.entries())
        candidate.id = (created[at] as { readonly id: number }).id;
      fresh = [];
    };
    for (const candidate of batch) {
      if (candidate.id === undefined) {
        fresh.push(candidate);
        continue;
      }
      await createFresh();
      await update(candidate.id, candidate.content as S, caller);
    }
    await createFresh();
  };
}

/** Writes the rows of a table in their order. */
export function createOrderedRowWriter<T extends object, R extends object>(
  { writer }: DataAccess,
  entity: EntityClass<R>,
): ImportDefinition<T, R>['write'] {
  return createOrderedWriter<T, R, unknown>({
    create: async (rows) => (await writer.insert(entity, rows)).map((id) => ({ id })),
    update: (id, row) => writer.update(entity, id, row),
  });
}

/** Runs `work` for each of several values, one after the other. */
export function createSequentialRunner<V, M extends readonly unknown[], R>(
  work: (value: V, ...more: M) => Promise<R>,
): (values: readonly V[], ...more: M) => Promise<R[]> {
  return async (values, ...more) => {
    const results: R[] = [];
    for (const value of values) results.push(await work(value, ...more));
    return results;
  };
}

function splitUpdatedAt<T extends object>(record: ImportRecord<T & { updatedAt?: Date | null }>) {
  const { updatedAt, ...value } = record.value;
  return { record: { ...record, value: value as unknown as T }, updatedAt };
}
