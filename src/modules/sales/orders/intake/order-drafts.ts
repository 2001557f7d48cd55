import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import { Clock } from '../../../../core/clock';
import { DomainError } from '../../../../core/errors';
import { giveWay } from '../../../../core/pace';
import type { DocumentDraft } from '../../documents';
import { orderDraft } from './order-draft';
import type { OrderLineDto } from './order-line.dto';
import { OrderReferences } from './order-lookups';
import { OrderMeanings } from './order-meaning';

/** What is to be stored of an order, or the first rule that it breaks. */
export type Candidate = DocumentDraft | DomainError;

/** Makes drafts of orders that come in. */
@Injectable()
export class OrderDrafts {
  constructor(
    private readonly references: OrderReferences,
    private readonly meanings: OrderMeanings,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /** @returns one for each order, in order */
  async of(orders: readonly OrderLineDto[]): Promise<Candidate[]> {
    const { meanings, configuration } = this;
    const { defaultLanguage } = configuration;
    const lookups = await this.references.of(orders);
    const context = { lookups, now: this.clock.now(), defaultLanguage, meanings };
    const candidates: Candidate[] = [];
    for (const order of orders) {
      await giveWay();
      candidates.push(unlessRefused(() => orderDraft(order, context)));
    }
    return candidates;
  }
}

/** @returns the error in place of the draft */
function unlessRefused(draft: () => DocumentDraft): Candidate {
  try {
    return draft();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
