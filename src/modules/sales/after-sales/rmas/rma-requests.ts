import { Injectable } from '@nestjs/common';
import { getCodeNumber } from '../../../../core/code-list';
import { ReferenceNotFound } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { assertWholeMinorUnits } from '../../../../core/whole-minor-units';
import type { Thousandths } from '../../../../core/money';
import { whereEquals, DataAccess } from '../../../../database';
import {
  closedOrderStates,
  Documents,
  ORDER_PERMANENTLY_DELETED,
  stateCodes,
} from '../../documents';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import type { DocumentCopySpec } from '../../documents/copies/document-copy';
import { OrderClosed } from '../../documents/copies/generation-errors';
import type { CopySource } from '../../documents/copies/copy-source';
import { AdditionalItem } from '../../documents/entities/additional-item.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { mapAmountOutOfRange } from '../amounts/amounts-too-large';
import { calculateRefund } from '../amounts/refund';
import { AdditionalItemLimits } from './additional-item-limits';
import { toRowsWithReturnableQuantity } from './returnable-rows';
import { ReturnedQuantities } from './returned-quantities';
import { RmaDeliveries, type RmaDelivery } from './rma-deliveries';
import { createEmptyRmaError, RowNotReturnable, ReturnQuantityTooLarge } from './rma-errors';
import { listVoucherAmounts } from './rma-additional-items';
import type { RowWithReturnableQuantity } from './rma-request-row.record';
import type { RmaItemDto, RmaRequestDto } from './rma-request.dto';

const RMA_PENDING = getCodeNumber(stateCodes.rma, 'Pending');

const annulledPlan = createLoadPlan(SalesDocument, ['annulled']);
const rowsPlan = createLoadPlan(SalesDocument, ['type', 'status'], {
  rows: [
    'parentRowId',
    'type',
    'hash',
    'image',
    'name',
    'noReturn',
    'price',
    'productId',
    'productPId',
    'quantity',
    'returned',
    'sku',
  ],
});

/** The returnable lines of an order, and the RMAs that ask for them. */
@Injectable()
export class RmaRequests {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly documentGenerator: DocumentGenerator,
    private readonly deliveries: RmaDeliveries,
    private readonly returnedQuantities: ReturnedQuantities,
    private readonly additionalItemLimits: AdditionalItemLimits,
  ) {}

  /** The lines of an order and how much of each can be returned. @throws NotFound */
  async listReturnableRows(orderId: number): Promise<RowWithReturnableQuantity[]> {
    const order = await this.documents.get('order', orderId, rowsPlan);
    return toRowsWithReturnableQuantity(order, { acceptsRmas: await this.acceptsRmas(order) });
  }

  /**
   * Makes an RMA of an order, in a unit of work of its own or as a part of the one around it.
   * @returns the RMA's id
   * @throws InvalidRequest for one that asks for nothing, NotFound, ReferenceNotFound, RowNotReturnable,
   *   AdditionalItemsTooLarge, AmountsTooLarge, OrderClosed, ReturnQuantityTooLarge
   */
  create(orderId: number, body: RmaRequestDto): Promise<number> {
    const { items = [], additionalItems = [] } = body;
    if (items.length + additionalItems.length === 0) throw createEmptyRmaError();
    return this.documentGenerator.runInUnitOfWorkWithRetry(async () => {
      const order = await this.documentGenerator.lockAndLoadSource('order', orderId);
      assertWholeMinorUnits(
        listVoucherAmounts(additionalItems, '/additionalItems'),
        order.currencyCode,
      );
      const rows = getRequestedRows(order, items);
      const itemsError = await this.additionalItemLimits.findExcessError(order, additionalItems, {
        pointer: '/additionalItems',
      });
      if (itemsError) throw itemsError;
      const delivery = await this.deliveries.resolve(order, body.delivery);
      if (!(await this.acceptsRmas(order)))
        throw new OrderClosed({ status: order.status, kind: 'rma' });
      requireReturnableQuantities(rows, items);
      const copy = toRmaCopy(order, body, delivery);
      const quantityByRowId = rows.map(
        ({ row }, at) => [row.id, items[at]?.quantity ?? 0] as const,
      );
      await this.returnedQuantities.adjust(new Map(quantityByRowId));
      const [rmaId] = await this.documentGenerator.store([copy]);
      const added = additionalItems.map((one) => ({ ...one, documentId: rmaId }));
      await this.dataAccess.writer.insert(AdditionalItem, added);
      return rmaId as number;
    });
  }

  /** Whether an order can have RMAs. In state 6 or -1 it needs a valid invoice, in state -11 it can't have any. */
  private async acceptsRmas({
    id,
    status,
  }: Pick<SalesDocument, 'id' | 'status'>): Promise<boolean> {
    if (!closedOrderStates.has(status)) return true;
    if (status === ORDER_PERMANENTLY_DELETED) return false;
    const invoices = await this.documents.list(
      'invoice',
      [whereEquals('parentId', id)],
      annulledPlan,
    );
    return invoices.some(({ annulled }) => !annulled);
  }
}

/** The lines that are asked for, in the order of the request. */
function getRequestedRows(
  order: CopySource,
  items: readonly RmaItemDto[],
): RowWithReturnableQuantity[] {
  const byHash = new Map(
    toRowsWithReturnableQuantity(order, { acceptsRmas: true }).map((one) => [one.row.hash, one]),
  );
  const rows = items.map(({ hash }, at) => {
    const found = byHash.get(hash);
    if (found) return found;
    const pointer = `/items/${at}/hash`;
    throw new ReferenceNotFound({ resource: 'line of the order', pointer, reference: hash });
  });
  const refusedPointers = rows.flatMap(({ noReturn }, at) =>
    noReturn ? [{ pointer: `/items/${at}/hash` }] : [],
  );
  if (refusedPointers.length > 0) throw new RowNotReturnable(refusedPointers);
  return rows;
}

/** @throws ReturnQuantityTooLarge */
function requireReturnableQuantities(
  rows: readonly RowWithReturnableQuantity[],
  items: readonly RmaItemDto[],
): void {
  const excesses = rows.flatMap(({ row, returnableQuantity: remaining }, at) => {
    const requested = items[at]?.quantity ?? 0;
    const pointer = `/items/${at}/quantity`;
    return requested > remaining ? [{ hash: row.hash, requested, remaining, pointer }] : [];
  });
  if (excesses.length > 0) throw new ReturnQuantityTooLarge(excesses);
}

const NO_EARLIER_REFUNDS = { quantities: new Map<string, Thousandths>(), items: [] };

/** Creates the copy of an order for an RMA. Its amounts don't depend on earlier refunds; those of credit notes do. */
function toRmaCopy(
  order: CopySource,
  { items = [], additionalItems = [], comment }: RmaRequestDto,
  { delivery, shippings }: RmaDelivery,
): DocumentCopySpec {
  const quantities = new Map<string, Thousandths>(items.map((one) => [one.hash, one.quantity]));
  const refundRequest = {
    order,
    source: order,
    quantities,
    earlierRefunds: NO_EARLIER_REFUNDS,
    items: additionalItems,
  };
  const { rows, amounts, columns } = mapAmountOutOfRange('/additionalItems', () =>
    calculateRefund(refundRequest),
  );
  return {
    source: order,
    kind: 'rma',
    rows,
    amounts: { ...amounts, shippings },
    columns: { ...columns, status: RMA_PENDING, comment, delivery },
  };
}
