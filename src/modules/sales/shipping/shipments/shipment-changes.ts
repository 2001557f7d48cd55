import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { type DomainError, NotFound, DatabaseBusy } from '../../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../../core/load-plan';
import { is, type Patch, increment, mapViolations, Stores } from '../../../../database';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import { Shipment, shipmentSearch } from '../../documents/entities/shipment.entity';
import type { TrackingDto } from '../../documents/trackings/tracking.dto';
import {
  areTrackingsEqual,
  toTrackingColumns,
  toTrackings,
} from '../../documents/trackings/trackings';
import { shipmentSearchEntries } from '../../documents/writing/search-fields';
import { ShipmentTaken } from '../../documents/writing/taken-errors';
import { applyBulkChange, type BulkResult, StateReader, StatusChanges } from '../../states';
import type { TrackedShipmentDto } from './shipment.dto';

const trackedPlan = createLoadPlan(Shipment, ['trackings', 'trackingNumber']);

/** A shipment that is locked until the unit of work ends. */
type LockedShipment = Pick<Shipment, 'id' | 'documentId' | 'version'> & {
  readonly pId: string;
  /** Whether its order is in -11. */
  readonly deleted: boolean;
};

/** Changes tracking numbers and carriers' reports of shipments. Their states are changed by status-changes.ts. */
@Injectable()
export class ShipmentChanges {
  constructor(
    private readonly stores: Stores,
    private readonly reader: StateReader,
    private readonly changes: StatusChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the tracking number of a shipment; setting the current number changes nothing.
   * @throws NotFound, ShipmentTaken, OrderDeleted
   */
  setTrackingNumber(id: number, trackingNumber: string): Promise<void> {
    return this.stores.unitOfWork.run(async () => {
      const shipment = await this.lock(id);
      const owner = await this.findOwnerId(trackingNumber);
      if (owner === id) return;
      if (shipment.deleted) throw new OrderDeleted();
      if (owner !== undefined) throw trackingNumberTakenError(trackingNumber, owner);
      // The unique key catches a concurrent request, which the check above can't see.
      await mapViolations(() => this.save(shipment, { trackingNumber }), {
        unique: async () =>
          trackingNumberTakenError(trackingNumber, await this.findOwnerId(trackingNumber)),
      });
      const entries = shipmentSearchEntries({ id, pId: shipment.pId, trackingNumber });
      await this.stores.search.replace(shipmentSearch, entries);
    });
  }

  /**
   * Replaces the carrier's reports of a shipment; equal reports change nothing.
   * @returns whether the reports differ from the stored ones
   * @throws NotFound, OrderDeleted
   */
  replaceTrackings(id: number, trackings: readonly TrackingDto[]): Promise<boolean> {
    return this.stores.unitOfWork.run(async () => {
      const shipment = await this.lock(id);
      const stored = (await this.stores.loader.findById(Shipment, id, trackedPlan)) as Loaded<
        typeof trackedPlan
      >;
      const columns = toTrackingColumns(toTrackings(trackings), stored.trackingNumber);
      const isUnchanged = areTrackingsEqual(columns.trackings ?? [], stored.trackings ?? []);
      if (!isUnchanged) await this.save(shipment, columns);
      return !isUnchanged;
    });
  }

  /**
   * Replaces the reports of many shipments, each in a transaction of its own.
   * @returns the results in the order of the elements
   * @throws InvalidRequest for an element without id and pId
   */
  replaceManyTrackings(elements: readonly TrackedShipmentDto[]): Promise<BulkResult[]> {
    const dependencies = { unitOfWork: this.stores.unitOfWork, reader: this.reader };
    return applyBulkChange(dependencies, 'shipment', elements, (id, { trackings }) =>
      this.replaceTrackings(id, trackings),
    );
  }

  /** Locks a shipment and its order. @throws NotFound */
  private async lock(id: number): Promise<LockedShipment> {
    const shipment = (await this.reader.lock('shipment', [{ id }]))({ id });
    if (!shipment) throw new NotFound({ resource: 'shipment', id });
    return shipment;
  }

  /**
   * Writes columns of a shipment, together with the next versions of the shipment and its order.
   * @throws OrderDeleted, DatabaseBusy when the shipment has another version than the locked one
   */
  private async save(
    { id, documentId, version, deleted }: LockedShipment,
    columns: Patch<Shipment>,
  ): Promise<void> {
    if (deleted) throw new OrderDeleted();
    const now = this.clock.now();
    const patch = { ...columns, version: increment(1), updatedAt: now };
    const target = [is('id', id), is('version', version)];
    if ((await this.stores.writer.update(Shipment, target, patch)) !== 1) throw new DatabaseBusy();
    await this.changes.touchByShipments(new Set([documentId]), now);
  }

  private async findOwnerId(trackingNumber: string): Promise<number | undefined> {
    const named = [is('trackingNumber', trackingNumber)];
    const [id] = await this.stores.loader.listIds(Shipment, named);
    return id;
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
