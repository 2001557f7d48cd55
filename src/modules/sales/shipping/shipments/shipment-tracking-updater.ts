import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { type DomainError, NotFound, DatabaseBusy } from '../../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../../core/load-plan';
import {
  whereEquals,
  type Patch,
  increment,
  mapViolations,
  DataAccess,
} from '../../../../database';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import { Shipment, shipmentSearchKind } from '../../documents/entities/shipment.entity';
import type { TrackingDto } from '../../documents/trackings/tracking.dto';
import {
  areTrackingsEqual,
  toTrackingColumns,
  toTrackings,
} from '../../documents/trackings/trackings';
import { createShipmentSearchEntries } from '../../documents/writing/search-fields';
import { ShipmentIdentifierTaken } from '../../documents/writing/uniqueness-errors';
import { applyBulkChange, type BulkResult, StateReader, StateChangeWriter } from '../../states';
import type { TrackedShipmentDto } from './shipment.dto';

const trackingPlan = createLoadPlan(Shipment, ['trackings', 'trackingNumber']);

/** A shipment that is locked until the unit of work ends. */
type LockedShipment = Pick<Shipment, 'id' | 'documentId' | 'version'> & {
  readonly pId: string;
  /** Whether its order is in state -11 (deleted). */
  readonly isOrderDeleted: boolean;
};

/** Changes tracking numbers and carriers' reports of shipments. `StateChangeWriter` changes their states. */
@Injectable()
export class ShipmentTrackingUpdater {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly stateReader: StateReader,
    private readonly stateChangeWriter: StateChangeWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the tracking number of a shipment; setting the current number changes nothing.
   * @throws NotFound, ShipmentIdentifierTaken, OrderDeleted
   */
  setTrackingNumber(id: number, trackingNumber: string): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      const shipment = await this.lock(id);
      const existingId = await this.findIdByTrackingNumber(trackingNumber);
      if (existingId === id) return;
      if (shipment.isOrderDeleted) throw new OrderDeleted();
      if (existingId !== undefined)
        throw createTrackingNumberTakenError(trackingNumber, existingId);
      // The unique key catches a concurrent request, which the check above can't see.
      await mapViolations(() => this.save(shipment, { trackingNumber }), {
        unique: async () =>
          createTrackingNumberTakenError(
            trackingNumber,
            await this.findIdByTrackingNumber(trackingNumber),
          ),
      });
      const entries = createShipmentSearchEntries({ id, pId: shipment.pId, trackingNumber });
      await this.dataAccess.searchIndex.replace(shipmentSearchKind, entries);
    });
  }

  /**
   * Replaces the carrier's reports of a shipment; equal reports change nothing.
   * @returns whether the reports differ from the stored ones
   * @throws NotFound, OrderDeleted
   */
  replaceTrackings(id: number, trackings: readonly TrackingDto[]): Promise<boolean> {
    return this.dataAccess.unitOfWork.run(async () => {
      const shipment = await this.lock(id);
      const stored = (await this.dataAccess.loader.findById(Shipment, id, trackingPlan)) as Loaded<
        typeof trackingPlan
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
  replaceManyTrackings(items: readonly TrackedShipmentDto[]): Promise<BulkResult[]> {
    const dependencies = { unitOfWork: this.dataAccess.unitOfWork, reader: this.stateReader };
    return applyBulkChange(dependencies, 'shipment', items, (id, { trackings }) =>
      this.replaceTrackings(id, trackings),
    );
  }

  /** Locks a shipment and its order. @throws NotFound */
  private async lock(id: number): Promise<LockedShipment> {
    const shipment = (await this.stateReader.lockAndCreateLookup('shipment', [{ id }]))({ id });
    if (!shipment) throw new NotFound({ resource: 'shipment', id });
    return shipment;
  }

  /**
   * Writes columns of a shipment, together with the next versions of the shipment and its order.
   * @throws OrderDeleted, DatabaseBusy when the shipment has another version than the locked one
   */
  private async save(
    { id, documentId, version, isOrderDeleted }: LockedShipment,
    columns: Patch<Shipment>,
  ): Promise<void> {
    if (isOrderDeleted) throw new OrderDeleted();
    const now = this.clock.now();
    const patch = { ...columns, version: increment(1), updatedAt: now };
    const conditions = [whereEquals('id', id), whereEquals('version', version)];
    if ((await this.dataAccess.writer.update(Shipment, conditions, patch)) !== 1)
      throw new DatabaseBusy();
    await this.stateChangeWriter.incrementVersionsOfOrders(new Set([documentId]), now);
  }

  private async findIdByTrackingNumber(trackingNumber: string): Promise<number | undefined> {
    const conditions = [whereEquals('trackingNumber', trackingNumber)];
    const [id] = await this.dataAccess.loader.listIds(Shipment, conditions);
    return id;
  }
}

function createTrackingNumberTakenError(value: string, id: number | undefined): DomainError {
  return new ShipmentIdentifierTaken({
    field: 'trackingNumber',
    value,
    pointer: 'path/trackingNumber',
    ...(id === undefined ? {} : { id }),
  });
}
