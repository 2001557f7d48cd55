import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import { Clock } from '../../../../core/clock';
import { DomainError } from '../../../../core/errors';
import { yieldToEventLoop } from '../../../../core/yield-to-event-loop';
import { toRejectedOutcome } from '../../../../platform/data-transfer/imports';
import type { OrderCandidate } from './order-comparator';
import { toOrderDraft } from './order-draft';
import { requireCurrenciesValidAtOrderDate } from './order-currencies';
import { OrderReferenceResolver } from './order-lookups';
import { OrderCanonicalizer } from './order-canonicalizer';

/** Creates drafts of imported orders. */
@Injectable()
export class OrderDraftFactory {
  constructor(
    private readonly references: OrderReferenceResolver,
    private readonly canonicalizer: OrderCanonicalizer,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /** Creates the draft of each order; rejects orders that violate a rule. */
  async setDrafts(batch: readonly OrderCandidate[]): Promise<void> {
    const { canonicalizer, configuration } = this;
    const { defaultLanguage } = configuration;
    const lookups = await this.references.resolve(batch.map(({ record }) => record.value));
    const context = {
      lookups,
      now: this.clock.now(),
      defaultLanguage,
      canonicalizer,
    };
    for (const one of batch) {
      await yieldToEventLoop();
      try {
        requireCurrenciesValidAtOrderDate(one.record.value);
        one.content = toOrderDraft(one.record.value, context);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        one.outcome = toRejectedOutcome(error);
      }
    }
  }
}
