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
import { toTrackings } from '../../documents';
import { OrderLineDto, type OrderShipmentDto } from './order-line.dto';

/** Marks fingerprints of what an order means; older ones are of how it was sent. */
const MARK = 'm:';

/** Lists that say something when they are empty: nothing is shipped, the customer has no tags. */
const keptEmpty = new Set(['/shipments/rows', '/user/customTags']);

/** What orders mean, however they are written: the store's language is a default like all others. */
@Injectable()
export class OrderMeanings {
  private readonly schema = createFieldsSchema({ dto: OrderLineDto });
  private readonly write: Canonicalizer = createCanonicalizer(this.schema, keptEmpty);

  constructor(private readonly configuration: Configuration) {}

  /** @param isAsComputed whether given totals are those that the order would have without them */
  fingerprint(order: OrderLineDto, isAsComputed: boolean): string {
    const { totals: _computed, trustTotals: _needless, ...rest } = order;
    const text = this.textOf(isAsComputed ? { ...rest, trustTotals: false } : order);
    return MARK + hash('sha256', text, 'base64url');
  }

  /** The first field in which an order differs from a stored one. */
  difference(order: OrderLineDto, stored: OrderLineDto): Difference | undefined {
    return findFirstDifference(this.schema, this.textOf(order), this.textOf(stored));
  }

  private textOf(order: OrderLineDto): string {
    return this.write(this.withoutDefaults(order)) ?? '{}';
  }

  /** Without what the service would put in its place, and what it does not keep. */
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

/** Whether a stored order was imported with a fingerprint of its meaning. */
export function isOfMeaning(fingerprint: string | null): boolean {
  return fingerprint?.startsWith(MARK) === true;
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
