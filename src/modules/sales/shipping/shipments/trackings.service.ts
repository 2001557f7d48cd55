import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../../core/load-plan';
import { Stores } from '../../../../database';
import { Shipment } from '../../documents/entities/shipment.entity';
import type { TrackingDto } from '../../documents/trackings/tracking.dto';
import {
  areTrackingsEqual,
  toTrackingColumns,
  toTrackings,
} from '../../documents/trackings/trackings';
import { type BulkResult, applyBulkChange, StateReader } from '../../states';
import { ShipmentChanges } from './shipment-changes';
import type { TrackedShipmentDto } from './shipment.dto';

const trackedPlan = createLoadPlan(Shipment, ['trackings', 'trackingNumber']);

/** Stores the carriers' reports about shipments. */
@Injectable()
export class TrackingsService {
  constructor(
    private readonly stores: Stores,
    private readonly changes: ShipmentChanges,
    private readonly reader: StateReader,
  ) {}

  /**
   * Replaces the carrier's reports of a shipment; equal reports change nothing.
   * @returns whether the reports differ from the stored ones
   * @throws NotFound, OrderDeleted
   */
  replace(id: number, trackings: readonly TrackingDto[]): Promise<boolean> {
    return this.stores.unitOfWork.run(async () => {
      const shipment = await this.changes.lock(id);
      const stored = (await this.stores.loader.findById(Shipment, id, trackedPlan)) as Shipment;
      const columns = toTrackingColumns(toTrackings(trackings), stored.trackingNumber);
      const isUnchanged = areTrackingsEqual(columns.trackings ?? [], stored.trackings ?? []);
      if (!isUnchanged) await this.changes.save(shipment, columns);
      return !isUnchanged;
    });
  }

  /**
   * Replaces the reports of many shipments, each in a transaction of its own.
   * @returns the results in the order of the elements
   * @throws InvalidRequest for an element without id and pId
   */
  replaceAll(elements: readonly TrackedShipmentDto[]): Promise<BulkResult[]> {
    const dependencies = { unitOfWork: this.stores.unitOfWork, reader: this.reader };
    return applyBulkChange(dependencies, 'shipment', elements, (id, { trackings }) =>
      this.replace(id, trackings),
    );
  }
}
