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

const canonicalizationRules = {
  // An empty list differs from an absent one here: nothing is shipped, and the customer has no tags.
  significantEmptyLists: new Set(['/shipments/rows', '/user/customTags']),
  // Not stored.
  ignoredMembers: new Set(['/user/billingAddress/pId', '/user/shippingAddress/pId']),
};

/** Converts order records to a canonical text that only depends on their meaning, and compares them. */
@Injectable()
export class OrderCanonicalizer {
  private readonly schema = createFieldsSchema({ dto: OrderLineDto });
  private readonly canonicalize: Canonicalizer = createCanonicalizer(
    this.schema,
    canonicalizationRules,
  );

  constructor(private readonly configuration: Configuration) {}

  /**
   * Returns the fingerprint of an order.
   * @param options.omitsTotals whether supplied totals are left out, because they equal the computed ones
   */
  toFingerprint(order: OrderLineDto, { omitsTotals }: { readonly omitsTotals: boolean }): string {
    const text = this.canonicalize(this.withoutDefaults(order, omitsTotals)) ?? '{}';
    return CANONICAL_PREFIX + hash('sha256', text, 'base64url');
  }

  /** Finds the first field in which an order differs from a stored one, after defaults were added to both. */
  findDifference(order: OrderLineDto, stored: OrderLineDto): Difference | undefined {
    return findFirstDifference(
      this.schema,
      this.canonicalize(this.withDefaults(order)),
      this.canonicalize(this.withDefaults(stored)),
    );
  }

  /** Adds the defaults that depend on the configuration or on other fields. */
  private withDefaults(order: OrderLineDto): object {
    return {
      ...this.withoutDefaults(order, false),
      languageCode: order.languageCode ?? this.configuration.defaultLanguage,
      sourceCurrencyCode: order.sourceCurrencyCode ?? order.currencyCode,
      shipments: order.shipments?.map((one) => ({
        ...shipmentWithoutDefaults(one, order),
        exported: one.exported ?? order.exported,
        incomingDate: one.incomingDate ?? order.date,
      })),
    };
  }

  /** Removes values that equal the defaults, and values that aren't stored. */
  private withoutDefaults(order: OrderLineDto, hasMatchingTotals: boolean): object {
    const { languageCode, currencyCode, sourceCurrencyCode, salesAgent } = order;
    const { defaultLanguage } = this.configuration;
    const totals = hasMatchingTotals ? undefined : order.totals;
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
