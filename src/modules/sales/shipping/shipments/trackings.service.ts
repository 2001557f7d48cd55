import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../../core/load-plan';
import { Stores } from '../../../../database';
import {
  areTrackingsEqual,
  Shipment,
  toTrackingColumns,
  type TrackingDto,
  toTrackings,
} from '../../documents';
import { ShipmentChanges } from './shipment-changes';

const trackedPlan = createLoadPlan(Shipment, ['trackings', 'trackingNumber']);

/** What carriers report of shipments. */
@Injectable()
export class TrackingsService {
  constructor(
    private readonly stores: Stores,
    private readonly changes: ShipmentChanges,
  ) {}

  /**
   * Puts what a carrier reports in place of what it reported before. The same again is no change.
   * @throws NotFound, OrderDeleted
   */
  replace(id: number, given: readonly TrackingDto[]): Promise<void> {
    return this.stores.unitOfWork.run(async () => {
      const shipment = await this.changes.lock(id);
      const stored = (await this.stores.loader.findById(Shipment, id, trackedPlan)) as Shipment;
      const columns = toTrackingColumns(toTrackings(given), stored.trackingNumber);
      const isReported = areTrackingsEqual(columns.trackings ?? [], stored.trackings ?? []);
      if (!isReported) await this.changes.save(shipment, columns);
    });
  }
}
