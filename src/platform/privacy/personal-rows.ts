import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock';
import { type LoadPlan, planFor } from '../../core/load-plan';
import { type EntityClass, is, isOneOf, type Patch, increment, Stores } from '../../database';
import { indexDocuments, SalesDocument, Shipment } from '../../modules/sales';
import { User, UserComment } from '../../modules/users';
import { type PersonalTable, personalData, toReplacements } from './personal-data';

type RowTexts = Readonly<Record<string, unknown>>;

const personTables = personalData.filter(({ of }) => of === 'person');
const documentTables = personalData.filter(({ of }) => of === 'document');

/** The rows of a person or of its documents, as declared in `personalData`. To be used inside a unit of work. */
@Injectable()
export class PersonalRows {
  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

  /** Returns the texts in the rows of a person, except comments, which may be many. */
  textsOfPerson(userId: number): Promise<RowTexts[]> {
    const others = personTables.filter(({ entity }) => entity !== UserComment);
    return this.texts(others, [userId]);
  }

  textsOfDocuments(ids: readonly number[]): Promise<RowTexts[]> {
    return this.texts(documentTables, ids);
  }

  /** Returns the new values of the user's own columns. */
  userColumns(name: string): Partial<User> {
    return toReplacements(getPersonalTable(User), name, false);
  }

  /** Removes the rows that belong to a user. */
  async removeBelongings(userId: number): Promise<void> {
    for (const { entity, owner, rows } of personTables)
      if (rows === 'removed') await this.stores.writer.remove(entity, [is(owner, userId)]);
  }

  /** Replaces the texts of comments. */
  async replaceComments(ids: readonly number[], name: string): Promise<void> {
    const patch = toReplacements(getPersonalTable(UserComment), name, false);
    await this.stores.writer.update(UserComment, [isOneOf('id', ids)], patch);
  }

  /**
   * Replaces the personal data of documents, which increases the versions of the documents and their shipments.
   * @param name new name of the person
   * @param keeps whether columns that invoices retain stay unchanged
   */
  async replaceInDocuments(ids: readonly number[], name: string, keeps: boolean): Promise<void> {
    const { writer } = this.stores;
    await writer.lock(SalesDocument, ids);
    for (const table of documentTables) {
      const { entity, owner, where, rows, keptOnInvoices } = table;
      const conditions = [isOneOf(owner, ids), ...where];
      if (rows === 'removed') {
        if (!keeps || keptOnInvoices.length === 0) await writer.remove(entity, conditions);
      } else
        await writer.update(entity, conditions, {
          ...toReplacements(table, name, keeps),
          ...(isVersioned(entity) && { version: increment(1), updatedAt: this.clock.now() }),
        } as Patch<{ id: number }>);
    }
    await indexDocuments(this.stores, ids);
  }

  private async texts(
    tables: readonly PersonalTable[],
    owners: readonly number[],
  ): Promise<RowTexts[]> {
    const found: RowTexts[] = [];
    for (const { entity, owner, where, columns } of tables) {
      const conditions = [isOneOf(owner, owners), ...where];
      const rows = await this.stores.loader.listWhere(entity, conditions, createPlan(columns));
      found.push(...rows.map(({ id: _, ...texts }) => texts));
    }
    return found;
  }
}

function getPersonalTable(entity: EntityClass): PersonalTable {
  const table = personTables.find((one) => one.entity === entity);
  if (!table) throw new Error(`${entity.name} is not declared in personalData`);
  return table;
}

function createPlan(
  columns: PersonalTable['columns'],
): LoadPlan<unknown, RowTexts & { id: number }> {
  return planFor(Object.keys(columns) as never[]);
}

function isVersioned(entity: unknown): boolean {
  return entity === SalesDocument || entity === Shipment;
}
