import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { type Thousandths, scaleAmount } from '../../../../core/money';
import { whereEquals, DataAccess } from '../../../../database';
import { type DocumentPlan, Documents } from '../../documents';
import { totalColumns } from '../../documents/copies/copied-columns';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import type {
  DocumentAmounts,
  RowCopyAmounts,
  RowCopySpec,
} from '../../documents/copies/document-copy';
import { requireOpenOrder } from '../../documents/copies/generation-errors';
import type { CopySource, CopySourceRow } from '../../documents/copies/copy-source';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { Shipment } from '../../documents/entities/shipment.entity';

const shipmentPlan = createLoadPlan(Shipment, ['documentId']);

/** Amounts of a delivery note: it lists goods without money. */
const ZERO_DOCUMENT_AMOUNTS: DocumentAmounts = {
  totals: Object.fromEntries(
    totalColumns.map((name) => [name, 0]),
  ) as unknown as DocumentAmounts['totals'],
  taxes: [],
  discounts: [],
  vouchers: [],
  shippings: [],
};
const ZERO_ROW_AMOUNTS: RowCopyAmounts = {
  total: 0,
  share: 0,
  totalTaxes: 0,
  taxes: [],
  discounts: [],
};

/** Generates delivery notes: at most one for each shipment, with the shipment's rows. */
@Injectable()
export class DeliveryNotesService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly documentGenerator: DocumentGenerator,
  ) {}

  /**
   * Generates the delivery note of a shipment, in a new unit of work or in a savepoint of the current one.
   * Locks the order, but changes neither order nor shipment nor their versions.
   * @returns the delivery note's id
   * @throws NotFound, OrderClosed, AlreadyGenerated
   */
  generate(shipmentId: number): Promise<number> {
    return this.documentGenerator.runInUnitOfWorkWithRetry(async () => {
      const source = await this.documentGenerator.lockAndLoadSource(
        'order',
        await this.getOrderId(shipmentId),
      );
      requireOpenOrder(source, 'deliveryNote');
      await this.documentGenerator.requireNotGenerated('deliveryNote', shipmentId);
      const rows = toRowCopies(source, shipmentId);
      const columns = { soleParentId: shipmentId };
      const copy = {
        source,
        kind: 'deliveryNote' as const,
        rows,
        amounts: ZERO_DOCUMENT_AMOUNTS,
        columns,
      };
      const [id] = await this.documentGenerator.store([copy]);
      return id as number;
    });
  }

  /** Returns the delivery note of a shipment as a list of at most one. @throws NotFound without such a shipment */
  async listByShipment(shipmentId: number, plan: DocumentPlan): Promise<SalesDocument[]> {
    await this.getOrderId(shipmentId);
    return this.documents.list('deliveryNote', [whereEquals('soleParentId', shipmentId)], plan);
  }

  private async getOrderId(shipmentId: number): Promise<number> {
    const shipment = await this.dataAccess.loader.findById(Shipment, shipmentId, shipmentPlan);
    if (!shipment) throw new NotFound({ resource: 'shipment', id: shipmentId });
    return shipment.documentId;
  }
}

/** Lists the rows of a shipment with their quantities. */
function toRowCopies({ rows, shipments }: CopySource, shipmentId: number): RowCopySpec[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shipment = shipments.find(({ id }) => id === shipmentId);
  return (shipment?.rows ?? []).flatMap(({ rowId, quantity }) => {
    const row = byId.get(rowId);
    return row ? [toRowCopy(row, quantity)] : [];
  });
}

/** Copies a quantity of a row; a bundle's items get proportional quantities. */
function toRowCopy(row: CopySourceRow, quantity: Thousandths): RowCopySpec {
  const items = (row.items ?? []).map((item) =>
    toRowCopy(item, scaleAmount(item.quantity, quantity, row.quantity)),
  );
  return { row, quantity, amounts: ZERO_ROW_AMOUNTS, items };
}
