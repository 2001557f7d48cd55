import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import {
  type Difference,
  createFieldsSchema,
  findFirstDifference,
  type Canonicalizer,
  createCanonicalizer,
} from '../../../../platform/data-transfer/imports';
import { toTrackings } from '../../documents/trackings/trackings';
import { OrderLineDto, type OrderShipmentDto } from './order-line.dto';

/** Prefix of fingerprints of an order's meaning; older fingerprints are hashes of the raw record. */
const CANONICAL_PREFIX = 'm:';

const rules = {
  // Nothing is shipped, or the customer has no tags.
  keptEmpty: new Set(['/shipments/rows', '/user/customTags']),
  // Not stored.
  ignored: new Set(['/user/billingAddress/pId', '/user/shippingAddress/pId']),
};

/** Converts order records to a canonical text that only depends on their meaning, and compares them. */
@Injectable()
export class OrderCanonicalizer {
  private readonly schema = createFieldsSchema({ dto: OrderLineDto });
  private readonly write: Canonicalizer = createCanonicalizer(this.schema, rules);

  constructor(private readonly configuration: Configuration) {}

  /** Returns the fingerprint of an order. @param isAsComputed whether supplied totals equal the computed ones */
  fingerprint(order: OrderLineDto, isAsComputed: boolean): string {
    const text = this.toCanonicalText(order, isAsComputed);
    return CANONICAL_PREFIX + hash('sha256', text, 'base64url');
  }

  /** Finds the first field in which an order differs from a stored one. */
  findDifference(order: OrderLineDto, stored: OrderLineDto): Difference | undefined {
    return findFirstDifference(
      this.schema,
      this.toCanonicalText(order),
      this.toCanonicalText(stored),
    );
  }

  private toCanonicalText(order: OrderLineDto, isAsComputed = false): string {
    return this.write(this.withoutDefaults(order, isAsComputed)) ?? '{}';
  }

  /** Removes values that equal the defaults, and values that aren't stored. */
  private withoutDefaults(order: OrderLineDto, isAsComputed: boolean): object {
    const { languageCode, currencyCode, sourceCurrencyCode, salesAgent } = order;
    const { defaultLanguage } = this.configuration;
    const totals = isAsComputed ? undefined : order.totals;
    return {
      ...order,
      languageCode: languageCode === defaultLanguage ? undefined : languageCode,
      sourceCurrencyCode: sourceCurrencyCode === currencyCode ? undefined : sourceCurrencyCode,
      salesAgent: salesAgent?.pId ? salesAgent : undefined,
      totals,
      trustTotals: totals !== undefined && order.trustTotals,
      shipments: order.shipments?.map((one) => shipmentWithoutDefaults(one, order)),
    };
  }
}

/** Whether a fingerprint is that of an order's meaning. */
export function isCanonicalFingerprint(fingerprint: string | null): boolean {
  return fingerprint?.startsWith(CANONICAL_PREFIX) === true;
}

function shipmentWithoutDefaults(shipment: OrderShipmentDto, order: OrderLineDto): object {
  const { exported, incomingDate, trackings, trackingNumber } = shipment;
  return {
    ...shipment,
    exported: exported === order.exported ? undefined : exported,
    incomingDate: Number(incomingDate) === Number(order.date) ? undefined : incomingDate,
    trackingNumber: trackingNumber.trim(),
    trackings: trackings && toTrackings(trackings),
  };
}
