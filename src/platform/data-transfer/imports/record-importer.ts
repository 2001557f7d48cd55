import type { DtoClass } from '../../../api';
import { DomainError } from '../../../core/errors';
import type { Scope } from '../../../core/scopes';
import type { EntityClass, Stores } from '../../../database';
import { type Timestamped, loadTimestamped, withUpdatedAtField } from './timestamped';
import {
  type ImportRecord,
  type ImportCaller,
  type ImportRecordType,
  type ImportOutcome,
  toRejectedOutcome,
  type StoredOutcome,
  type ImportWarning,
} from './import-record-type';
import { type ProvisionalDefinition, findTakenValues } from './provisional';

/** A record of a batch, with all that is known of it so far. */
export interface ImportCandidate<T extends object, S = T, E = unknown> {
  readonly record: ImportRecord<T>;
  /** Its content, once its references are looked up. */
  content?: S;
  /** The stored record of its key. */
  stored?: E | undefined;
  /** When it says that it was changed last. */
  readonly updatedAt?: Date | null | undefined;
  /** The stored record's id, once there is one. */
  id?: number;
  /** See `Stored`. */
  isRounded?: boolean;
  warnings?: readonly ImportWarning[];
  /** Undefined: it has to be written. */
  outcome?: ImportOutcome;
}

/** Declares a kind of records, and how they are compared and written. */
export interface ImportDefinition<T extends object, S = T, E = unknown> {
  /** See `ImportRecordType`. */
  readonly type: string;
  readonly dto: DtoClass<T>;
  readonly scope?: Scope;
  readonly isOperatorOnly?: boolean;
  readonly canMakeAdministrator?: boolean;
  readonly timestamped?: Timestamped;
  getKey?(value: T): string | undefined;
  getReferencedKeys?(value: T): readonly string[];
  prepare?(values: readonly T[], caller: ImportCaller): Promise<void>;
  /**
   * Finds the stored records of a batch, and compares. Reads only: a dry run ends here.
   * Each candidate gets its outcome (unchanged, rejected), or what is to be written: `said`, and `id` if it is stored.
   * @throws the error of all records of the batch; they come again in smaller batches
   */
  judge(batch: readonly ImportCandidate<T, S, E>[], caller: ImportCaller): Promise<void>;
  /** Writes the candidates without an outcome, in their order; new ones get their ids. */
  write(batch: readonly ImportCandidate<T, S, E>[], caller: ImportCaller): Promise<void>;
  readonly provisional?: ProvisionalDefinition<ImportCandidate<T, S, E>>;
}

/** Records of a kind, by its recipe: found by key, compared, then created, updated, left alone or rejected. */
export class RecordImporter<T extends object, S = T, E = unknown> implements ImportRecordType<T> {
  readonly type: string;
  readonly dto: DtoClass<T>;
  readonly scope?: Scope;
  readonly isOperatorOnly: boolean;
  readonly canMakeAdministrator: boolean;
  readonly timestamped?: Timestamped;
  readonly getKey?: (value: T) => string | undefined;

  constructor(
    private readonly stores: Stores,
    private readonly definition: ImportDefinition<T, S, E>,
  ) {
    const {
      type,
      dto,
      scope,
      isOperatorOnly = false,
      canMakeAdministrator = false,
      timestamped,
    } = definition;
    this.type = type;
    this.dto = timestamped ? withUpdatedAtField(dto) : dto;
    this.isOperatorOnly = isOperatorOnly;
    this.canMakeAdministrator = canMakeAdministrator;
    if (scope) this.scope = scope;
    if (timestamped) this.timestamped = timestamped;
    if (definition.getKey) this.getKey = (value) => definition.getKey?.(value);
  }

  getReferencedKeys(value: T): readonly string[] {
    return this.definition.getReferencedKeys?.(value) ?? [];
  }

  async prepare(values: readonly T[], caller: ImportCaller): Promise<void> {
    await this.definition.prepare?.(values, caller);
  }

  async store(lines: readonly ImportRecord<T>[], caller: ImportCaller): Promise<ImportOutcome[]> {
    const batch = await this.compareRecords(lines, caller);
    const open = batch.filter(isPending);
    const known = new Set(open.filter(({ id }) => id !== undefined));
    if (open.length > 0) await this.definition.write(open, caller);
    for (const one of open) {
      one.outcome ??= toStoredOutcome(
        one,
        known.has(one) ? 'updated' : 'created',
        one.id as number,
      );
    }
    if (this.timestamped) await this.applyUpdatedAt(this.timestamped, batch);
    return batch.map(({ outcome }) => outcome as ImportOutcome);
  }

  /** Finds the outcomes of `store` by reading alone, inside of `Database.rehearse`. */
  async dryRun(lines: readonly ImportRecord<T>[], caller: ImportCaller): Promise<ImportOutcome[]> {
    const { provisional } = this.definition;
    const { database } = this.stores;
    const batch = await this.compareRecords(lines, caller);
    const taken =
      provisional && (await findTakenValues(this.stores, provisional, batch.filter(isPending)));
    return batch.map((one) => {
      if (one.outcome) return one.outcome;
      const refused = taken?.(one);
      if (refused) return refused;
      if (one.id !== undefined) return toStoredOutcome(one, 'updated', one.id);
      const id = provisional
        ? database.addProvisional(provisional.entity, provisional.toRow(one))
        : 0;
      return toStoredOutcome(one, 'created', id);
    });
  }

  private async compareRecords(
    lines: readonly ImportRecord<T>[],
    caller: ImportCaller,
  ): Promise<ImportCandidate<T, S, E>[]> {
    const batch = lines.map((line): ImportCandidate<T, S, E> =>
      this.timestamped ? splitUpdatedAt(line) : { record: line },
    );
    await this.definition.judge(batch, caller);
    return batch;
  }

  /** Gives records the times that they say; a stored one that had another time is changed. */
  private async applyUpdatedAt(
    dated: Timestamped,
    batch: readonly ImportCandidate<T, S, E>[],
  ): Promise<void> {
    const { loader, writer } = this.stores;
    const said = batch.flatMap((one) => {
      const { updatedAt, outcome } = one;
      return updatedAt && outcome && outcome.result !== 'rejected'
        ? [{ one, outcome, updatedAt }]
        : [];
    });
    const records = await loadTimestamped(
      loader,
      dated,
      said.map(({ outcome }) => outcome.id),
    );
    const times = new Map<number, Date>();
    for (const { one, outcome, updatedAt } of said) {
      const record = records.get(outcome.id);
      if (!record || record.updatedAt?.getTime() === updatedAt.getTime()) continue;
      times.set(record.id, updatedAt);
      if (outcome.result === 'unchanged') one.outcome = { ...outcome, result: 'updated' };
    }
    await writer.setEach(dated.entity, 'updatedAt', times);
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

/** Rejects a candidate if that is what a look-up has found. @returns what it has found otherwise */
export function rejectOnError<R>(
  candidate: { outcome?: ImportOutcome },
  found: R | DomainError,
): R | undefined {
  if (!(found instanceof DomainError)) return found;
  candidate.outcome = toRejectedOutcome(found);
  return undefined;
}

/** How a service writes records: new ones together, changes one after the other. */
interface ServiceWriter<S> {
  /** @returns the new records, in order */
  readonly create: (
    values: readonly S[],
    caller: ImportCaller,
  ) => Promise<readonly { readonly id: number }[]>;
  readonly update: (id: number, value: S, caller: ImportCaller) => Promise<unknown>;
}

/** Writes in the order of the records: one may take what another gives up. */
export function writeInOrder<T extends object, S, E>({
  create,
  update,
}: ServiceWriter<S>): ImportDefinition<T, S, E>['write'] {
  return async (batch, caller) => {
    let fresh: ImportCandidate<T, S, E>[] = [];
    const createFresh = async (): Promise<void> => {
      if (fresh.length === 0) return;
      const made = await create(
        fresh.map(({ content }) => content as S),
        caller,
      );
      for (const [at, one] of fresh.entries()) one.id = (made[at] as { readonly id: number }).id;
      fresh = [];
    };
    for (const one of batch) {
      if (one.id === undefined) {
        fresh.push(one);
        continue;
      }
      await createFresh();
      await update(one.id, one.content as S, caller);
    }
    await createFresh();
  };
}

/** The same for rows of a table. */
export function writeRowsInOrder<T extends object, R extends object>(
  { writer }: Stores,
  entity: EntityClass<R>,
): ImportDefinition<T, R>['write'] {
  return writeInOrder<T, R, unknown>({
    create: async (rows) => (await writer.insert(entity, rows)).map((id) => ({ id })),
    update: (id, row) => writer.update(entity, id, row),
  });
}

/** Creates each of several values, one after the other. */
export function runSequentially<V, M extends readonly unknown[], R>(
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
