import { Injectable } from '@nestjs/common';
import { TryAgain } from '../../../../core/errors';
import { type LoadPlan, plan } from '../../../../core/load-plan';
import type { Thousandths } from '../../../../core/money';
import { is, Stores } from '../../../../database';
import {
  AlreadyGenerated,
  DocumentCopies,
  Documents,
  SalesDocument,
  type Assembled,
} from '../../documents';
import { withinRange } from '../amounts/amounts-too-large';
import { givenBack, leavesOf } from '../amounts/given-back';
import { RmaItems } from '../rmas/rma-items';
import { OrderCredits } from './order-credits.entity';

const parentPlan = plan(SalesDocument, ['type', 'parentId']);
const creditsPlan = plan(OrderCredits, ['version', 'quantities']);

/** Credit notes: one for each return, with the part of the order's amounts that it gives back. */
@Injectable()
export class CreditNotes {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly copies: DocumentCopies,
    private readonly items: RmaItems,
  ) {}

  /**
   * Makes the credit note of a return, in a unit of work of its own or as a part of the one around it. The
   * order is locked: what a note gives back depends on those before it.
   * @returns the credit note's id
   * @throws NotFound, AlreadyGenerated, AmountsTooLarge
   */
  generate(returnId: number): Promise<number> {
    return this.copies.retried(async () => {
      const rmaId = await this.parentOf('return', returnId);
      const orderId = await this.parentOf('rma', rmaId);
      const order = await this.copies.source('order', orderId);
      const source = await this.copies.source('return', returnId);
      const made = (await this.copies.made('creditNote', [returnId])).get(returnId);
      if (made) throw new AlreadyGenerated({ kind: 'creditNote', id: made.id });
      const items = await this.items.of(rmaId);
      const quantities = quantitiesOf(source);
      const before = await this.credit(order, quantities);
      const { rows, amounts, columns } = withinRange('', () =>
        givenBack({ order, source, quantities, before, items }),
      );
      const [id] = await this.copies.store([
        {
          source,
          kind: 'creditNote',
          rows,
          amounts,
          columns: { ...columns, soleParentId: returnId },
        },
      ]);
      return id as number;
    });
  }

  /** @throws NotFound */
  get<R extends Pick<SalesDocument, 'id' | 'type'>>(
    id: number,
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<Assembled<R>> {
    return this.documents.get('creditNote', id, plan);
  }

  /** The credit note of a return, when there is one. @throws NotFound without such a return */
  async ofReturn<R extends { id: number }>(
    returnId: number,
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<Assembled<R>[]> {
    await this.documents.get('return', returnId, parentPlan);
    return this.documents.where('creditNote', [is('soleParentId', returnId)], plan);
  }

  /** Parents never change, so they need no lock. @throws NotFound */
  private async parentOf(kind: 'return' | 'rma', id: number): Promise<number> {
    const { parentId } = await this.documents.get(kind, id, parentPlan);
    return parentId ?? 0;
  }

  /**
   * Counts what a note gives back of the locked order's lines.
   * @returns what was given back before, by the ids of the lines
   */
  private async credit(
    order: SalesDocument,
    quantities: ReadonlyMap<string, Thousandths>,
  ): Promise<OrderCredits['quantities']> {
    const { loader, writer } = this.stores;
    const ofOrder = [is('documentId', order.id)];
    const [known] = await loader.where(OrderCredits, ofOrder, creditsPlan);
    const before = known?.quantities ?? {};
    const given = leavesOf(order.rows).flatMap(({ id, hash }): [string, Thousandths][] => {
      const quantity = (before[id] ?? 0) + (quantities.get(hash) ?? 0);
      return quantity > 0 ? [[String(id), quantity]] : [];
    });
    const after = Object.fromEntries(given);
    if (!known) {
      const first = { documentId: order.id, version: 1, quantities: after };
      await writer.insert(OrderCredits, [first]);
      return before;
    }
    const { id, version } = known;
    const patch = { version: version + 1, quantities: after };
    // The version is checked once more, in case a lock was forgotten.
    if ((await writer.update(OrderCredits, { id, version }, patch)) !== 1) throw new TryAgain();
    return before;
  }
}

/** By the hashes of the lines. */
function quantitiesOf({ rows }: SalesDocument): Map<string, Thousandths> {
  return new Map(leavesOf(rows).map(({ hash, quantity }) => [hash, quantity]));
}
