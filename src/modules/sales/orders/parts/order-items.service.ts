import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../../core/errors';
import {
  idOnlyPlan,
  mergePlans,
  type LoadPlan,
  createLoadPlan,
  type RecordPlan,
  withoutRelations,
} from '../../../../core/load-plan';
import { whereEquals, whereIn, DataAccess } from '../../../../database';
import { assembleDocument, documentTypes, rowTypes } from '../../documents';
import { DocumentDiscount } from '../../documents/entities/document-discount.entity';
import { DocumentRow } from '../../documents/entities/document-row.entity';
import { DocumentTag } from '../../documents/entities/document-tag.entity';
import { DocumentTax } from '../../documents/entities/document-tax.entity';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { RowOptionValue, RowOption } from '../../documents/entities/row-option.entity';
import { RowStock } from '../../documents/entities/row-stock.entity';

/** Parts of rows, by relation of the document. */
const rowPartEntities: Readonly<Record<string, new () => object>> = {
  options: RowOption,
  stocks: RowStock,
  taxes: DocumentTax,
  discounts: DocumentDiscount,
  customTags: DocumentTag,
};

const rowPlan = createLoadPlan(DocumentRow, ['documentId', 'type', 'parentRowId'], {
  document: ['type', 'reverseChargeVat'],
});
const optionPlan = createLoadPlan(RowOption, ['documentId'], { document: ['type'] });

/** Reads rows of orders and their options by id. */
@Injectable()
export class OrderItemsService {
  constructor(private readonly dataAccess: DataAccess) {}

  /**
   * Returns a row of an order on any level, with the planned parts. Runs one query for each kind of part.
   * @param plan columns of the row, and relations of the document (row.record.ts)
   * @throws NotFound, also for a row of another kind of document
   */
  async get(id: number, plan: RecordPlan<DocumentRow>): Promise<DocumentRow> {
    const columns = mergePlans(rowPlan, withoutRelations(plan));
    const row = await this.dataAccess.loader.findById(DocumentRow, id, columns);
    if (row?.document.type !== documentTypes.order) {
      throw new NotFound({ resource: 'orderItem', id });
    }
    const { documentId, document } = row;
    const rows = [row, ...(await this.listBundleItems(row, plan.relations.get('rows')))];
    const parts: Record<string, unknown> = { ...document, rows };
    for (const [name, entity] of Object.entries(rowPartEntities)) {
      const partPlan = plan.relations.get(name);
      if (partPlan) parts[name] = await this.listParts(entity, documentId, rows, partPlan);
    }
    parts['optionValues'] = await this.listOptionValues(
      documentId,
      (parts['options'] ?? []) as readonly RowOption[],
      plan.relations.get('optionValues') as RecordPlan<RowOptionValue> | undefined,
    );
    assembleDocument(parts as unknown as SalesDocument);
    return row;
  }

  /** Returns an option of a row with its selected values. @throws NotFound */
  async getOption(id: number, plan: LoadPlan<RowOptionValue>): Promise<RowOption> {
    const option = await this.dataAccess.loader.findById(RowOption, id, optionPlan);
    if (option?.document.type !== documentTypes.order) {
      throw new NotFound({ resource: 'orderItemOption', id });
    }
    const values = await this.listOptionValues(option.documentId, [option], plan);
    return { ...option, values } as RowOption;
  }

  /** Lists the items of a bundle; empty for other rows. */
  private async listBundleItems(
    row: DocumentRow,
    plan: LoadPlan | undefined,
  ): Promise<DocumentRow[]> {
    if (!plan || row.type !== rowTypes.bundle) return [];
    const conditions = [
      whereEquals('documentId', row.documentId),
      whereEquals('parentRowId', row.id),
    ];
    return this.dataAccess.loader.listWhere(
      DocumentRow,
      conditions,
      plan as RecordPlan<DocumentRow>,
    );
  }

  private listParts(
    entity: new () => object,
    documentId: number,
    rows: readonly DocumentRow[],
    plan: LoadPlan,
  ): Promise<object[]> {
    // The index starts with the document's id.
    const rowIds = rows.map(({ id }) => id);
    const conditions = [whereEquals('documentId', documentId), whereIn('rowId', rowIds)];
    return this.dataAccess.loader.listWhere(entity, conditions, plan as RecordPlan<object>);
  }

  private async listOptionValues(
    documentId: number,
    options: readonly { readonly id: number }[],
    plan: LoadPlan<RowOptionValue> = idOnlyPlan,
  ): Promise<RowOptionValue[]> {
    const optionIds = options.map(({ id }) => id);
    const conditions = [whereEquals('documentId', documentId), whereIn('rowOptionId', optionIds)];
    return this.dataAccess.loader.listWhere(
      RowOptionValue,
      conditions,
      plan as RecordPlan<RowOptionValue>,
    );
  }
}
