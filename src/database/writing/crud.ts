import { NotFound, PidTaken, orThrow } from '../../core/errors';
import { type LoadPlan, pIdOnlyPlan } from '../../core/load-plan';
import type { Page, PageQuery } from '../../core/page';
import { type Condition, whereEquals, createWhereClause } from '../queries/conditions';
import { ConstraintViolation } from './constraint-violations';
import type { ListDefinition } from '../queries/list-definition';
import type { EntityClass } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';
import {
  ReferenceLookup,
  toReferenceCondition,
  type RecordReference,
} from '../reading/reference-lookup';
import type { DataAccess } from '../data-access';
import type { Patch } from './writer';

type IdentifiedRecord = { id: number; pId: string };

/** The operations that every resource has on its own table; services use it and add their own. */
export class Crud<E extends IdentifiedRecord> {
  /**
   * @param resource name of the records in errors, for example `tagGroup`
   * @param baseConditions conditions of the collection, if it doesn't contain all records of the table
   */
  constructor(
    protected readonly dataAccess: DataAccess,
    private readonly entity: EntityClass<E>,
    private readonly resource: string,
    private readonly listing: ListDefinition<E>,
    private readonly baseConditions: readonly Condition[] = [],
  ) {}

  /** Reads one page of the collection; `conditions` apply in addition to the query's filters. */
  async listPage<R>(
    query: PageQuery & Readonly<Record<string, unknown>>,
    plan: LoadPlan<E, R>,
    conditions: readonly Condition[] = [],
  ): Promise<Page<R>> {
    return this.dataAccess.loader.listPage(this.listing, query, plan, [
      ...this.baseConditions,
      ...conditions,
    ]);
  }

  /**
   * Lists all records that match the query's filters, in the collection's order: for small collections without pages.
   */
  listAll<R>(
    query: Readonly<Record<string, unknown>>,
    plan: LoadPlan<E, R>,
    conditions: readonly Condition[] = [],
  ): Promise<readonly R[]> {
    return this.dataAccess.loader.listAll(this.listing, query, plan, [
      ...this.baseConditions,
      ...conditions,
    ]);
  }

  /** Lists all records that fulfill the conditions, by ascending id. */
  listWhere<R>(conditions: readonly Condition[], plan: LoadPlan<E, R>): Promise<R[]> {
    return this.dataAccess.loader.listWhere(
      this.entity,
      [...this.baseConditions, ...conditions],
      plan,
    );
  }

  /** @throws NotFound */
  async get<R>(id: number, plan: LoadPlan<E, R>): Promise<R> {
    if (this.baseConditions.length > 0) await this.assertExists(id);
    const found = await this.dataAccess.loader.findById(this.entity, id, plan);
    if (!found) throw new NotFound({ resource: this.resource, id });
    return found;
  }

  /** Returns the id of the record with this pId, compared exactly. */
  async findIdByPid(pId: string): Promise<number | undefined> {
    const [row] = await this.listIdRows([whereEquals('pId', pId)]);
    return row?.id;
  }

  /** @throws NotFound */
  async getIdByPid(pId: string): Promise<number> {
    const id = await this.findIdByPid(pId);
    if (id === undefined) throw new NotFound({ resource: this.resource, id: pId });
    return id;
  }

  /** @throws NotFound */
  async assertExists(id: number): Promise<void> {
    if (this.dataAccess.database.isUnitLockingReads) return this.lock(id);
    const [found] = await this.listIdRows([whereEquals('id', id)]);
    if (!found) throw new NotFound({ resource: this.resource, id });
  }

  /** Locks the record against changes until the unit of work ends (`Writer.lock`). @throws NotFound */
  async lock(id: number): Promise<void> {
    const { writer } = this.dataAccess;
    const foundCount = await writer.lock(this.entity, [id], this.baseConditions);
    if (foundCount === 0) throw new NotFound({ resource: this.resource, id });
  }

  /** @returns the new record's id @throws PidTaken */
  async insert(values: Partial<E>): Promise<number> {
    return this.mapTakenPid(values.pId, async () => {
      const [id] = await this.dataAccess.writer.insert(this.entity, [values]);
      return id as number;
    });
  }

  /**
   * Inserts records.
   * @returns the new ids, in the order of the records
   * @throws PidTaken for a single record; ConstraintViolation for several, which doesn't identify the record
   */
  async insertAll(records: readonly Partial<E>[]): Promise<number[]> {
    const [firstRecord, ...others] = records;
    if (firstRecord && others.length === 0) return [await this.insert(firstRecord)];
    return this.dataAccess.writer.insert(this.entity, records);
  }

  /** Changes the given values. @throws NotFound, PidTaken */
  async update(id: number, values: Patch<E>): Promise<void> {
    const { pId } = values;
    const foundCount = await this.mapTakenPid(typeof pId === 'string' ? pId : undefined, () =>
      this.dataAccess.writer.update(this.entity, id, values),
    );
    if (foundCount === 0) throw new NotFound({ resource: this.resource, id });
  }

  /** @throws NotFound */
  async remove(id: number): Promise<void> {
    const foundCount = await this.dataAccess.writer.remove(this.entity, id);
    if (foundCount === 0) throw new NotFound({ resource: this.resource, id });
  }

  /**
   * Returns the id of the record that a reference in a request refers to (specification, References).
   * @param pointer location of the reference in the request
   * @throws InvalidRequest for an empty reference, ReferenceNotFound, ReferenceMismatch
   */
  async resolveReference(reference: RecordReference, pointer: string): Promise<number> {
    const [id] = await this.resolveReferences([reference], () => pointer);
    return id as number;
  }

  /**
   * Returns the ids of the referenced records, in the order of the references, with one query.
   * @param toPointer returns the location of each reference in the request
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch
   */
  async resolveReferences(
    references: readonly RecordReference[],
    toPointer: (index: number) => string,
  ): Promise<number[]> {
    const lookup = await this.lookUpReferences(references, pIdOnlyPlan);
    return references.map(
      (reference, index) => orThrow(lookup.resolve(reference, toPointer(index))).id,
    );
  }

  /** Looks up referenced records with one query. @param plan must contain at least their pId */
  async lookUpReferences<R extends IdentifiedRecord>(
    references: readonly RecordReference[],
    plan: LoadPlan<E, R>,
  ): Promise<ReferenceLookup<R>> {
    const condition = toReferenceCondition(references);
    return new ReferenceLookup(
      this.resource,
      condition ? await this.listWhere([condition], plan) : [],
    );
  }

  /** Like `lookUpReferences`, but also locks the records against changes until the unit of work ends. */
  async lookUpAndLockReferences<R extends IdentifiedRecord>(
    references: readonly RecordReference[],
    plan: LoadPlan<E, R>,
  ): Promise<ReferenceLookup<R>> {
    const condition = toReferenceCondition(references);
    if (condition)
      await this.dataAccess.writer.lockWhere(this.entity, [...this.baseConditions, condition]);
    return this.lookUpReferences(references, plan);
  }

  private listIdRows(conditions: readonly Condition[]): Promise<{ id: number }[]> {
    const model = this.dataAccess.database.models.get(this.entity);
    const where = createWhereClause(model, 't', [...this.baseConditions, ...conditions]);
    const sql = `SELECT t.id AS id FROM ${quoteIdentifier(model.table)} t${where.sql}`;
    return this.dataAccess.database.select<{ id: number }>(sql, where.params);
  }

  /** Translates the violation by a concurrent request; the service checks the pId before. */
  private async mapTakenPid<T>(pId: string | undefined, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      // The pId is unique in the table, or within one parent.
      const isPidViolation =
        error instanceof ConstraintViolation && error.constraintName?.endsWith('_p_id');
      if (isPidViolation !== true || pId === undefined) throw error;
      throw new PidTaken({ resource: this.resource, pId, id: await this.findIdByPid(pId) });
    }
  }
}
