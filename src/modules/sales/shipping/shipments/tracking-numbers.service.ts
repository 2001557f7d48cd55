import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { is, Stores, mapViolations } from '../../../../database';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import { Shipment, shipmentSearch } from '../../documents/entities/shipment.entity';
import { shipmentSearchEntries } from '../../documents/writing/search-fields';
import { ShipmentTaken } from '../../documents/writing/taken-errors';
import { ShipmentChanges } from './shipment-changes';

const numberPlan = createLoadPlan(Shipment, ['trackingNumber']);

/** Sets the tracking numbers of shipments, which are unique. */
@Injectable()
export class TrackingNumbersService {
  constructor(
    private readonly stores: Stores,
    private readonly changes: ShipmentChanges,
  ) {}

  /**
   * Sets the tracking number of a shipment; setting the current number changes nothing.
   * @throws NotFound, ShipmentTaken, OrderDeleted
   */
  assign(id: number, trackingNumber: string): Promise<void> {
    return this.stores.unitOfWork.run(async () => {
      const shipment = await this.changes.lock(id);
      const owner = await this.findOwnerId(trackingNumber);
      if (owner === id) return;
      if (shipment.deleted) throw new OrderDeleted();
      if (owner !== undefined) throw trackingNumberTakenError(trackingNumber, owner);
      // The unique key catches a concurrent request, which the check above can't see.
      await mapViolations(() => this.changes.save(shipment, { trackingNumber }), {
        unique: async () =>
          trackingNumberTakenError(trackingNumber, await this.findOwnerId(trackingNumber)),
      });
      const entries = shipmentSearchEntries({ id, pId: shipment.pId, trackingNumber });
      await this.stores.search.replace(shipmentSearch, entries);
    });
  }

  private async findOwnerId(trackingNumber: string): Promise<number | undefined> {
    const named = [is('trackingNumber', trackingNumber)];
    const [found] = await this.stores.loader.listWhere(Shipment, named, numberPlan);
    return found?.id;
  }
}

function trackingNumberTakenError(value: string, id: number | undefined): DomainError {
  return new ShipmentTaken({
    field: 'trackingNumber',
    value,
    pointer: 'path/trackingNumber',
    ...(id === undefined ? {} : { id }),
  });
}
