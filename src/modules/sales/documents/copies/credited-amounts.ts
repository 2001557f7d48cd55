import { Injectable } from '@nestjs/common';
import { type Loaded, createLoadPlan } from '../../../../core/load-plan';
import { sumAmounts, type TenThousandths } from '../../../../core/money';
import { is, isOneOf } from '../../../../database';
import { Documents } from '../documents';
import { SalesDocument } from '../entities/document.entity';

const childPlan = createLoadPlan(SalesDocument, ['type']);
const totalPlan = createLoadPlan(SalesDocument, ['total']);

/** Sums the amounts that credit notes have refunded for an order. */
@Injectable()
export class CreditedAmounts {
  constructor(private readonly documents: Documents) {}

  /** @returns the total of the order's credit notes, with tax, in money and vouchers together */
  async sumByOrder(orderId: number): Promise<TenThousandths> {
    const rmas = await this.documents.list('rma', [is('parentId', orderId)], childPlan);
    const returns = await this.listGenerated('return', rmas);
    const notes = await this.listGenerated('creditNote', returns);
    return sumAmounts(notes.map(({ total }) => total));
  }

  private async listGenerated(
    kind: 'return' | 'creditNote',
    sources: readonly { readonly id: number }[],
  ): Promise<Loaded<typeof totalPlan>[]> {
    if (sources.length === 0) return [];
    const ids = sources.map(({ id }) => id);
    return this.documents.list(kind, [isOneOf('soleParentId', ids)], totalPlan);
  }
}
