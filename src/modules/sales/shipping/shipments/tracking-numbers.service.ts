import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { type DomainError, NotFound, TryAgain } from '../../../../core/errors';
import { plan } from '../../../../core/load-plan';
import { is, plus, Stores, unlessViolated } from '../../../../database';
import { OrderDeleted, Shipment, shipmentSearch, ShipmentTaken } from '../../documents';
import { StateReader, StatusChanges } from '../../states';

const numberPlan = plan(Shipment, ['trackingNumber']);

/** The numbers that carriers give to shipments; no two shipments have the same. */
@Injectable()
export class TrackingNumbersService {
  constructor(
    private readonly stores: Stores,
    private readonly reader: StateReader,
    private readonly changes: StatusChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives a shipment a number in place of the one that it had. The one that it has already is no change.
   * @throws NotFound, ShipmentTaken, OrderDeleted
   */
  give(id: number, trackingNumber: string): Promise<void> {
    return this.stores.unitOfWork.run(async () => {
      const shipment = (await this.reader.lock('shipment', [{ id }]))({ id });
      if (!shipment) throw new NotFound({ resource: 'shipment', id });
      const owner = await this.ownerOf(trackingNumber);
      if (owner === id) return;
      if (shipment.deleted) throw new OrderDeleted();
      if (owner !== undefined) throw taken(trackingNumber, owner);
      const now = this.clock.now();
      await this.store(shipment, trackingNumber, now);
      await this.changes.touch(new Set([shipment.documentId]), now);
      const fields = [shipment.pId, trackingNumber].filter((text) => text !== '');
      await this.stores.search.put(shipmentSearch, [{ id, fields }]);
    });
  }

  private async ownerOf(trackingNumber: string): Promise<number | undefined> {
    const named = [is('trackingNumber', trackingNumber)];
    const [found] = await this.stores.loader.where(Shipment, named, numberPlan);
    return found?.id;
  }

  /** The check before covers all but two requests at once: those the database tells apart. */
  private async store(
    { id, version }: { readonly id: number; readonly version: number },
    trackingNumber: string,
    now: Date,
  ): Promise<void> {
    const patch = { trackingNumber, version: plus(1), updatedAt: now };
    const read = [is('id', id), is('version', version)];
    const found = await unlessViolated(() => this.stores.writer.update(Shipment, read, patch), {
      unique: async () => taken(trackingNumber, await this.ownerOf(trackingNumber)),
    });
    if (found !== 1) throw new TryAgain();
  }
}

function taken(value: string, id: number | undefined): DomainError {
  return new ShipmentTaken({
    field: 'trackingNumber',
    value,
    pointer: 'path/trackingNumber',
    ...(id === undefined ? {} : { id }),
  });
}
