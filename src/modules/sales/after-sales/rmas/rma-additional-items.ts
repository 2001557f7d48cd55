import { Injectable } from '@nestjs/common';
import { type Loaded, createLoadPlan } from '../../../../core/load-plan';
import { assertWholeMinorUnits } from '../../../../core/whole-minor-units';
import type { Thousandths } from '../../../../core/money';
import { whereEquals, DataAccess } from '../../../../database';
import { listLeafRows } from '../../documents';
import { DocumentUpdater } from '../../documents/changes/document-updater';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import type { CopySource } from '../../documents/copies/copy-source';
import { AdditionalItem } from '../../documents/entities/additional-item.entity';
import { DocumentTax } from '../../documents/entities/document-tax.entity';
import { listNextStates, transitionTables } from '../../states';
import { mapAmountOutOfRange } from '../amounts/amounts-too-large';
import { calculateRefund } from '../amounts/refund';
import { AdditionalItemLimits } from './additional-item-limits';
import { RmaFinal, TooManyAdditionalItems } from './rma-errors';
import type { AdditionalItemDto } from './rma-request.dto';

const MAX_ITEMS = 1000;

const itemPlan = createLoadPlan(AdditionalItem, ['type', 'name', 'amount']);

/** Refunds of RMAs in addition to their lines. */
@Injectable()
export class RmaAdditionalItems {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documentUpdater: DocumentUpdater,
    private readonly documentGenerator: DocumentGenerator,
    private readonly additionalItemLimits: AdditionalItemLimits,
  ) {}

  /** By ascending id. */
  list(rmaId: number): Promise<Loaded<typeof itemPlan>[]> {
    return this.dataAccess.loader.listWhere(
      AdditionalItem,
      [whereEquals('documentId', rmaId)],
      itemPlan,
    );
  }

  /**
   * Adds items to an RMA, and their amounts to its totals and tax groups.
   * @returns all that it has then
   * @throws InvalidRequest, NotFound, RmaFinal, TooManyAdditionalItems, AdditionalItemsTooLarge, AmountsTooLarge
   */
  add(rmaId: number, items: readonly AdditionalItemDto[]): Promise<Loaded<typeof itemPlan>[]> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.documentUpdater.change('rma', rmaId, ['parentId', 'currencyCode'], async (rma) => {
        if (listNextStates(transitionTables.rma, rma.status).length === 0) {
          throw new RmaFinal({ status: rma.status });
        }
        const existing = await this.list(rmaId);
        if (existing.length + items.length > MAX_ITEMS)
          throw new TooManyAdditionalItems({ max: MAX_ITEMS });
        assertWholeMinorUnits(listVoucherAmounts(items, ''), rma.currencyCode);
        const order = await this.documentGenerator.lockAndLoadSource('order', rma.parentId ?? 0);
        const source = await this.documentGenerator.lockAndLoadSource('rma', rmaId);
        const itemsError = await this.additionalItemLimits.findExcessError(order, items, {
          pointer: '',
        });
        if (itemsError) throw itemsError;
        const { totals, taxes } = mapAmountOutOfRange('', () =>
          calculateAmounts(order, source, [...existing, ...items]),
        );
        return {
          columns: totals,
          write: async () => {
            const { writer } = this.dataAccess;
            const added = items.map((one) => ({ ...one, documentId: rmaId }));
            await writer.insert(AdditionalItem, added);
            await writer.remove(DocumentTax, [
              whereEquals('documentId', rmaId),
              whereEquals('rowId', null),
            ]);
            const groups = taxes.map((tax) => ({ ...tax, documentId: rmaId, rowId: null }));
            await writer.insert(DocumentTax, groups);
          },
        };
      });
      return this.list(rmaId);
    });
  }
}

/** Vouchers among items, with their places in the request. @param basePointer pointer of the items */
export function listVoucherAmounts(
  items: readonly Pick<AdditionalItem, 'type' | 'amount'>[],
  basePointer: string,
): { pointer: string; amount: number }[] {
  return items.flatMap(({ type, amount }, at) =>
    type === 'VOUCHER' ? [{ pointer: `${basePointer}/${at}/amount`, amount }] : [],
  );
}

const NO_EARLIER_REFUNDS = { quantities: new Map<string, Thousandths>(), items: [] };

function calculateAmounts(
  order: CopySource,
  source: CopySource,
  items: readonly Pick<AdditionalItem, 'type' | 'name' | 'amount'>[],
) {
  const lines = listLeafRows(source.rows);
  const quantities = new Map<string, Thousandths>(lines.map((row) => [row.hash, row.quantity]));
  return calculateRefund({ order, source, quantities, earlierRefunds: NO_EARLIER_REFUNDS, items })
    .amounts;
}
