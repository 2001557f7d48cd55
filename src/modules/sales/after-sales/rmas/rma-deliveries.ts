import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../../core/errors';
import { CatalogRepository } from '../../../../platform/catalog';
import { LocationLookup } from '../../../locations';
import { deliveryTypes, toLocationSnapshot } from '../../documents';
import type { SalesDocument } from '../../documents/entities/document.entity';
import type { ShippingSnapshot } from '../../documents/entities/snapshots';
import type { RmaDeliveryDto } from './rma-request.dto';
import type { CopySource } from '../../documents/copies/copy-source';

/** How the goods of an RMA come back: its DELIVERY and its SHIPPING. */
export interface RmaDelivery {
  readonly delivery: SalesDocument['delivery'];
  readonly shippings: readonly ShippingSnapshot[];
}

const ITEM_POINTER = '/delivery/itemId';

/** Resolves the delivery of an RMA, and copies the current data of its shipping type or location. */
@Injectable()
export class RmaDeliveries {
  constructor(
    private readonly catalog: CatalogRepository,
    private readonly locations: LocationLookup,
  ) {}

  /**
   * @param order gives the country, and nothing else of its delivery
   * @throws ReferenceNotFound
   */
  async resolve(
    order: CopySource,
    requestedDelivery: RmaDeliveryDto | undefined,
  ): Promise<RmaDelivery> {
    const delivery = { type: deliveryTypes.shipping, countryId: order.delivery?.countryId ?? 0 };
    if (!requestedDelivery) return { delivery, shippings: [] };
    const { type, itemId: id, amount } = requestedDelivery;
    if (type === 'SHIPPING') {
      const { pId, name } = await this.catalog.getByReference('shippingType', { id }, ITEM_POINTER);
      const shippingType = { shippingTypeId: id, shippingTypePId: pId, shippingTypeName: name };
      return { delivery, shippings: [toShippingSnapshot(name, amount, shippingType)] };
    }
    const location = (await this.locations.lookUpReferences([{ id }])).resolve(
      { id },
      ITEM_POINTER,
    );
    if (location instanceof DomainError) throw location;
    const noShippingType = { shippingTypeId: null, shippingTypePId: null, shippingTypeName: '' };
    return {
      delivery: {
        ...delivery,
        type: deliveryTypes.picking,
        location: toLocationSnapshot(location),
      },
      shippings: [toShippingSnapshot(location.name, amount, noShippingType)],
    };
  }
}

function toShippingSnapshot(
  name: string,
  price: number,
  type: Pick<ShippingSnapshot, 'shippingTypeId' | 'shippingTypePId' | 'shippingTypeName'>,
): ShippingSnapshot {
  const amounts = { price, netPrice: price, share: 0, taxes: [], discounts: [] };
  return { id: 0, name, ...type, packages: 0, ...amounts };
}
