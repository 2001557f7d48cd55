import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { NotFound, DatabaseBusy } from '../../../../core/errors';
import { is, type Patch, increment, Stores } from '../../../../database';
import { OrderDeleted, Shipment } from '../../documents';
import { StateReader, StatusChanges } from '../../states';

/** A shipment that nobody else changes before the unit of work ends. */
type LockedShipment = Pick<Shipment, 'id' | 'documentId' | 'version'> & {
  readonly pId: string;
  /** Its order is in -11. */
  readonly deleted: boolean;
};

/** Changes of what shipments hold, inside of units of work; those of their states go another way (states). */
@Injectable()
export class ShipmentChanges {
  constructor(
    private readonly stores: Stores,
    private readonly reader: StateReader,
    private readonly changes: StatusChanges,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound */
  async lock(id: number): Promise<LockedShipment> {
    const shipment = (await this.reader.lock('shipment', [{ id }]))({ id });
    if (!shipment) throw new NotFound({ resource: 'shipment', id });
    return shipment;
  }

  /**
   * Writes columns of a shipment together with its next version and its order's.
   * @throws OrderDeleted, DatabaseBusy when it is not as it was read
   */
  async save(
    { id, documentId, version, deleted }: LockedShipment,
    columns: Patch<Shipment>,
  ): Promise<void> {
    if (deleted) throw new OrderDeleted();
    const now = this.clock.now();
    const patch = { ...columns, version: increment(1), updatedAt: now };
    const read = [is('id', id), is('version', version)];
    if ((await this.stores.writer.update(Shipment, read, patch)) !== 1) throw new DatabaseBusy();
    await this.changes.touch(new Set([documentId]), now);
  }
}
