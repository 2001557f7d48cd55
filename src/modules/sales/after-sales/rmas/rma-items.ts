import { Injectable } from '@nestjs/common';
import { currencyOf } from '../../../../core/currencies';
import { plan, type Loaded } from '../../../../core/load-plan';
import { is, Stores } from '../../../../database';
import {
  AdditionalItem,
  DocumentChanges,
  picked,
  type SalesDocument,
  totalColumns,
} from '../../documents';
import { movesFrom, moveTables } from '../../states';
import type { DocumentTotals } from '../../totals';
import { withinRange } from '../amounts/amounts-too-large';
import { addTotals, itemTotals, subtractTotals } from '../amounts/item-totals';
import { RmaFinal, TooManyItems } from './rma-errors';
import type { AdditionalItemDto } from './rma-request.dto';

const MOST_ITEMS = 1000;

const itemPlan = plan(AdditionalItem, ['type', 'name', 'amount']);

/** What RMAs give back besides their lines. */
@Injectable()
export class RmaItems {
  constructor(
    private readonly stores: Stores,
    private readonly changes: DocumentChanges,
  ) {}

  /** By ascending id. */
  of(rmaId: number): Promise<Loaded<typeof itemPlan>[]> {
    return this.stores.loader.where(AdditionalItem, [is('documentId', rmaId)], itemPlan);
  }

  /**
   * Adds items to an RMA, and their amounts to its totals.
   * @returns all that it has then
   * @throws NotFound, RmaFinal, TooManyItems, AmountsTooLarge
   */
  add(rmaId: number, items: readonly AdditionalItemDto[]): Promise<Loaded<typeof itemPlan>[]> {
    return this.stores.unitOfWork.run(async () => {
      const wanted = ['currencyCode', ...totalColumns] as const;
      await this.changes.change('rma', rmaId, wanted, async (rma) => {
        if (movesFrom(moveTables.rma, rma.status).length === 0) {
          throw new RmaFinal({ status: rma.status });
        }
        const known = await this.of(rmaId);
        if (known.length + items.length > MOST_ITEMS) throw new TooManyItems({ most: MOST_ITEMS });
        return {
          columns: withinRange('', () => totalsWith(rma, known, items)),
          write: async () => {
            const added = items.map((one) => ({ ...one, documentId: rmaId }));
            await this.stores.writer.insert(AdditionalItem, added);
          },
        };
      });
      return this.of(rmaId);
    });
  }
}

/** All items are rounded together, so the ones that it has already are taken off first. */
function totalsWith(
  rma: SalesDocument,
  known: readonly Loaded<typeof itemPlan>[],
  added: readonly AdditionalItemDto[],
): DocumentTotals {
  const { digits } = currencyOf(rma.currencyCode);
  const ofLines = subtractTotals(picked(rma, totalColumns), itemTotals(known, digits));
  return addTotals(ofLines, itemTotals([...known, ...added], digits));
}
