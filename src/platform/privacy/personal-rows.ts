import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock';
import { type LoadPlan, createLoadPlanForType } from '../../core/load-plan';
import {
  type EntityClass,
  whereEquals,
  whereIn,
  type Patch,
  increment,
  DataAccess,
} from '../../database';
import { indexDocuments, SalesDocument, Shipment } from '../../modules/sales';
import { User, UserComment } from '../../modules/users';
import {
  type PersonalTable,
  personalTables,
  type ReplacementOptions,
  getReplacements,
} from './personal-data';

type RowTexts = Readonly<Record<string, unknown>>;

const personTables = personalTables.filter(({ ownerKind }) => ownerKind === 'person');
const documentTables = personalTables.filter(({ ownerKind }) => ownerKind === 'document');

/** The rows of a person or of its documents, as declared in `personalTables`. To be used inside a unit of work. */
@Injectable()
export class PersonalRows {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
  ) {}

  /** Returns the texts in the rows of a person, except comments, which may be many. */
  listTextsOfPerson(userId: number): Promise<RowTexts[]> {
    const tablesWithoutComments = personTables.filter(({ entity }) => entity !== UserComment);
    return this.listTextsOfTables(tablesWithoutComments, [userId]);
  }

  listTextsOfDocuments(ids: readonly number[]): Promise<RowTexts[]> {
    return this.listTextsOfTables(documentTables, ids);
  }

  /** Returns the new values of the user's own columns. */
  toErasedUserColumns(pseudonym: string): Partial<User> {
    return getReplacements(getPersonalTable(User), pseudonym);
  }

  /** Removes the rows that belong to a user. */
  async removeUserRows(userId: number): Promise<void> {
    for (const { entity, ownerProperty, rowTreatment } of personTables)
      if (rowTreatment === 'removed')
        await this.dataAccess.writer.remove(entity, [whereEquals(ownerProperty, userId)]);
  }

  /** Replaces the texts of comments. */
  async replaceComments(ids: readonly number[], pseudonym: string): Promise<void> {
    const patch = getReplacements(getPersonalTable(UserComment), pseudonym);
    await this.dataAccess.writer.update(UserComment, [whereIn('id', ids)], patch);
  }

  /**
   * Replaces the personal data of documents, which increases the versions of the documents and their shipments.
   * @param pseudonym new name of the person
   */
  async erasePersonalDataInDocuments(
    ids: readonly number[],
    pseudonym: string,
    options: ReplacementOptions = {},
  ): Promise<void> {
    const { writer } = this.dataAccess;
    await writer.lock(SalesDocument, ids);
    for (const table of documentTables) {
      const { entity, ownerProperty, where, rowTreatment, retainedOnInvoices } = table;
      const conditions = [whereIn(ownerProperty, ids), ...where];
      if (rowTreatment === 'removed') {
        if (!options.keepsRetained || retainedOnInvoices.length === 0)
          await writer.remove(entity, conditions);
      } else
        await writer.update(entity, conditions, {
          ...getReplacements(table, pseudonym, options),
          ...(isVersioned(entity) && { version: increment(1), updatedAt: this.clock.now() }),
        } as Patch<{ id: number }>);
    }
    await indexDocuments(this.dataAccess, ids);
  }

  private async listTextsOfTables(
    tables: readonly PersonalTable[],
    ownerIds: readonly number[],
  ): Promise<RowTexts[]> {
    const rowTexts: RowTexts[] = [];
    for (const { entity, ownerProperty, where, columns } of tables) {
      const conditions = [whereIn(ownerProperty, ownerIds), ...where];
      const rows = await this.dataAccess.loader.listWhere(
        entity,
        conditions,
        createColumnPlan(columns),
      );
      rowTexts.push(...rows.map(({ id: _, ...texts }) => texts));
    }
    return rowTexts;
  }
}

function getPersonalTable(entity: EntityClass): PersonalTable {
  const table = personTables.find((one) => one.entity === entity);
  if (!table) throw new Error(`${entity.name} is not declared in personalTables`);
  return table;
}

function createColumnPlan(
  columns: PersonalTable['columns'],
): LoadPlan<unknown, RowTexts & { id: number }> {
  return createLoadPlanForType(Object.keys(columns) as never[]);
}

function isVersioned(entity: unknown): boolean {
  return entity === SalesDocument || entity === Shipment;
}
