import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import { type Loaded, createLoadPlan } from '../../../../core/load-plan';
import { yieldToEventLoop } from '../../../../core/yield-to-event-loop';
import { includesScope } from '../../../../core/scopes';
import { whereIn } from '../../../../database';
import {
  type ImportCandidate,
  type Difference,
  matchesFingerprint,
  type ImportRecord,
  type ImportCaller,
  toRejectedOutcome,
} from '../../../../platform/data-transfer/imports';
import { Documents } from '../../documents';
import {
  type SalesDocument as Order,
  SalesDocument,
} from '../../documents/entities/document.entity';
import type { DocumentDraft } from '../../documents/writing/document-draft';
import { hasEqualTotals } from './order-amounts';
import { OrderDiffers } from './order-errors';
import type { OrderLineDto } from './order-line.dto';
import { type OrderLookups, OrderReferenceResolver } from './order-lookups';
import { isCanonicalFingerprint, OrderCanonicalizer } from './order-canonicalizer';
import { StoredOrderConverter } from './stored-order-converter';
import { getStoredOrderPlan } from './stored-order-conversions';

/** An import record of an order, with the stored order of the same pId. */
export type OrderCandidate = ImportCandidate<OrderLineDto, DocumentDraft, StoredOrderColumns>;

/** Columns to load for the comparison of stored orders with records. */
export const storedFingerprintPlan = createLoadPlan(SalesDocument, [
  'pId',
  'fingerprint',
  'total',
  'subtotal',
  'totalTaxes',
]);

type StoredOrderColumns = Loaded<typeof storedFingerprintPlan>;

/** Compares records of orders with stored orders. */
@Injectable()
export class OrderComparator {
  constructor(
    private readonly documents: Documents,
    private readonly references: OrderReferenceResolver,
    private readonly canonicalizer: OrderCanonicalizer,
    private readonly configuration: Configuration,
  ) {}

  /** Whether an order was stored from a record with the same meaning. */
  isUnchanged(record: ImportRecord<OrderLineDto>, stored: StoredOrderColumns): boolean {
    const { value } = record;
    const { fingerprint } = stored;
    if (!isCanonicalFingerprint(fingerprint)) return matchesFingerprint(record, fingerprint);
    return (
      fingerprint === this.canonicalizer.toFingerprint(value, { omitsTotals: false }) ||
      (hasEqualTotals(value, stored) &&
        fingerprint === this.canonicalizer.toFingerprint(value, { omitsTotals: true }))
    );
  }

  /** Compares records with their stored orders field by field, and sets the outcomes. */
  async compare(candidates: readonly OrderCandidate[], { scopes }: ImportCaller): Promise<void> {
    const ids = candidates.map(({ id }) => id as number);
    const found = await this.documents.list('order', [whereIn('id', ids)], getStoredOrderPlan());
    const orders = new Map(found.map((order) => [order.id, order]));
    const lookups = await this.references.resolve(candidates.map(({ record }) => record.value));
    const canReadOrders = includesScope(scopes, 'sales:read');
    for (const one of candidates) {
      await yieldToEventLoop();
      const { pId } = one.record.value;
      const id = one.id as number;
      const order = orders.get(id);
      // An order that an earlier record of a dry run has created has no parts.
      const hasParts = order?.rows !== undefined;
      const difference = hasParts
        ? this.findDifference(one.record.value, order, lookups)
        : undefined;
      one.outcome =
        difference || !hasParts
          ? toRejectedOutcome(new OrderDiffers({ pId, id, difference, canReadOrders }))
          : { result: 'unchanged', id };
    }
  }

  private findDifference(
    sent: OrderLineDto,
    order: Order,
    lookups: OrderLookups,
  ): Difference | undefined {
    const { defaultLanguage } = this.configuration;
    const compare = (ignoresMutableFields: boolean): Difference | undefined => {
      const stored = new StoredOrderConverter(order, sent, {
        lookups,
        defaultLanguage,
        ignoresMutableFields,
      });
      return this.canonicalizer.findDifference(sent, stored.toRecord());
    };
    const hasChanged = order.version > 1;
    // A different canonical fingerprint proves a difference. If no other field differs, it is in the mutable state.
    return (
      compare(hasChanged) ??
      (isCanonicalFingerprint(order.fingerprint) ? compare(false) : undefined)
    );
  }
}
