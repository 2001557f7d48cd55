import { Injectable } from '@nestjs/common';
import { type LoadPlan, plan } from '../../../../core/load-plan';
import { Stores } from '../../../../database';
import { areSame, Shipment, trackingColumns, type TrackingDto, trackingsOf } from '../../documents';
import { ShipmentChanges } from './shipment-changes';
import { ShipmentsService } from './shipments.service';

const trackedPlan = plan(Shipment, ['trackings', 'trackingNumber']);

/** What carriers report of shipments. */
@Injectable()
export class TrackingsService {
  constructor(
    private readonly stores: Stores,
    private readonly changes: ShipmentChanges,
    private readonly shipments: ShipmentsService,
  ) {}

  /**
   * Puts what a carrier reports in place of what it reported before. The same again is no change.
   * @returns the shipment
   * @throws NotFound, OrderDeleted
   */
  replace(id: number, given: readonly TrackingDto[], wanted: LoadPlan): Promise<Shipment> {
    return this.stores.unitOfWork.run(async () => {
      const shipment = await this.changes.lock(id);
      const stored = (await this.stores.loader.byId(Shipment, id, trackedPlan)) as Shipment;
      const columns = trackingColumns(trackingsOf(given), stored.trackingNumber);
      const isReported = areSame(columns.trackings ?? [], stored.trackings ?? []);
      if (!isReported) await this.changes.save(shipment, columns);
      return this.shipments.get(id, wanted);
    });
  }
}
