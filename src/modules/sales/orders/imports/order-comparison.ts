import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import { type Loaded, createLoadPlan } from '../../../../core/load-plan';
import { yieldToEventLoop } from '../../../../core/yield-to-event-loop';
import { includesScope } from '../../../../core/scopes';
import { isOneOf } from '../../../../database';
import {
  type ImportCandidate,
  type Difference,
  isSameRecord,
  type ImportRecord,
  type ImportCaller,
  toRejectedOutcome,
} from '../../../../platform/data-transfer/imports';
import {
  type DocumentDraft,
  Documents,
  type SalesDocument as Order,
  SalesDocument,
} from '../../documents';
import { hasTotals } from './order-amounts';
import { OrderDiffers } from './order-errors';
import type { OrderLineDto } from './order-line.dto';
import { type OrderLookups, OrderReferenceResolver } from './order-lookups';
import { isCanonicalFingerprint, OrderCanonicalizer } from './order-canonicalizer';
import { StoredOrder } from './stored-order';
import { storedOrderPlan } from './stored-order-parts';

/** A record of an order, and the stored order of its pId. */
export type OrderCandidate = ImportCandidate<OrderLineDto, DocumentDraft, KnownOrder>;

/** What is read of stored orders to recognize their records. */
export const storedFingerprintPlan = createLoadPlan(SalesDocument, [
  'pId',
  'fingerprint',
  'total',
  'subtotal',
  'totalTaxes',
]);

type KnownOrder = Loaded<typeof storedFingerprintPlan>;

/** Compares records of orders with stored orders. */
@Injectable()
export class OrderComparison {
  constructor(
    private readonly documents: Documents,
    private readonly references: OrderReferenceResolver,
    private readonly canonicalizer: OrderCanonicalizer,
    private readonly configuration: Configuration,
  ) {}

  /** Whether an order was stored from a record of the same meaning. */
  isUnchanged(line: ImportRecord<OrderLineDto>, stored: KnownOrder): boolean {
    const { value } = line;
    const { fingerprint } = stored;
    if (!isCanonicalFingerprint(fingerprint)) return isSameRecord(line, fingerprint);
    return (
      fingerprint === this.canonicalizer.fingerprint(value, false) ||
      (hasTotals(value, stored) && fingerprint === this.canonicalizer.fingerprint(value, true))
    );
  }

  /** Compares known orders field by field. */
  async compare(known: readonly OrderCandidate[], { scopes }: ImportCaller): Promise<void> {
    const ids = known.map(({ id }) => id as number);
    const found = await this.documents.list('order', [isOneOf('id', ids)], storedOrderPlan());
    const orders = new Map(found.map((order) => [order.id, order]));
    const lookups = await this.references.resolve(known.map(({ record }) => record.value));
    const isShown = includesScope(scopes, 'sales:read');
    for (const one of known) {
      await yieldToEventLoop();
      const { pId } = one.record.value;
      const id = one.id as number;
      const order = orders.get(id);
      // An earlier order of a dry run is kept without its parts.
      const difference = order?.rows
        ? this.findDifference(one.record.value, order, lookups)
        : { pointer: '', given: undefined, stored: undefined };
      one.outcome = difference
        ? toRejectedOutcome(new OrderDiffers({ pId, id, difference, isShown }))
        : { result: 'unchanged', id };
    }
  }

  private findDifference(
    sent: OrderLineDto,
    order: Order,
    lookups: OrderLookups,
  ): Difference | undefined {
    const { defaultLanguage } = this.configuration;
    const compare = (hasMoved: boolean): Difference | undefined => {
      const stored = new StoredOrder(order, sent, { lookups, defaultLanguage, hasMoved });
      return this.canonicalizer.findDifference(sent, stored.toRecord());
    };
    const hasMoved = order.version > 1;
    // The state of an order that has moved counts only where the record is known to be another one.
    return (
      compare(hasMoved) ?? (isCanonicalFingerprint(order.fingerprint) ? compare(false) : undefined)
    );
  }
}
