import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { NotFound, DatabaseBusy } from '../../../../core/errors';
import { is, type Patch, increment, Stores } from '../../../../database';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import { Shipment } from '../../documents/entities/shipment.entity';
import { StateReader, StatusChanges } from '../../states';

/** A shipment that is locked until the unit of work ends. */
type LockedShipment = Pick<Shipment, 'id' | 'documentId' | 'version'> & {
  readonly pId: string;
  /** Whether its order is in -11. */
  readonly deleted: boolean;
};

/** Changes the content of shipments; needs a unit of work. Their states are changed by status-changes.ts. */
@Injectable()
export class ShipmentChanges {
  constructor(
    private readonly stores: Stores,
    private readonly reader: StateReader,
    private readonly changes: StatusChanges,
    private readonly clock: Clock,
  ) {}

  /** Locks a shipment and its order. @throws NotFound */
  async lock(id: number): Promise<LockedShipment> {
    const shipment = (await this.reader.lock('shipment', [{ id }]))({ id });
    if (!shipment) throw new NotFound({ resource: 'shipment', id });
    return shipment;
  }

  /**
   * Writes columns of a shipment, together with the next versions of the shipment and its order.
   * @throws OrderDeleted, DatabaseBusy when the shipment has another version than the locked one
   */
  async save(
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
}
