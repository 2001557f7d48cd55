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

/** Lists that differ from absent ones when they are empty: nothing is shipped, the customer has no tags. */
const preservedEmptyLists = new Set(['/shipments/rows', '/user/customTags']);

/** Converts order records to a canonical text that only depends on their meaning, and compares them. */
@Injectable()
export class OrderCanonicalizer {
  private readonly schema = createFieldsSchema({ dto: OrderLineDto });
  private readonly write: Canonicalizer = createCanonicalizer(this.schema, preservedEmptyLists);

  constructor(private readonly configuration: Configuration) {}

  /** Returns the fingerprint of an order. @param isAsComputed whether supplied totals equal the computed ones */
  fingerprint(order: OrderLineDto, isAsComputed: boolean): string {
    const { totals: _computed, trustTotals: _needless, ...rest } = order;
    const text = this.toCanonicalText(isAsComputed ? { ...rest, trustTotals: false } : order);
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

  private toCanonicalText(order: OrderLineDto): string {
    return this.write(this.withoutDefaults(order)) ?? '{}';
  }

  /** Removes values that equal the defaults, and values that aren't stored. */
  private withoutDefaults(order: OrderLineDto): object {
    const { languageCode, currencyCode, sourceCurrencyCode, salesAgent, user } = order;
    const { billingAddress, shippingAddress } = user;
    const { defaultLanguage } = this.configuration;
    return {
      ...order,
      languageCode: languageCode === defaultLanguage ? undefined : languageCode,
      sourceCurrencyCode: sourceCurrencyCode === currencyCode ? undefined : sourceCurrencyCode,
      salesAgent: salesAgent?.pId ? salesAgent : undefined,
      trustTotals: order.totals !== undefined && order.trustTotals,
      user: {
        ...user,
        billingAddress: { ...billingAddress, pId: undefined },
        shippingAddress: shippingAddress && { ...shippingAddress, pId: undefined },
      },
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
