import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../../core/errors';
import {
  idOnlyPlan,
  type LoadPlan,
  createLoadPlan,
  type RecordPlan,
} from '../../../../core/load-plan';
import { type Page, type PageQuery, tapItems, tapChunks } from '../../../../core/page';
import {
  type Condition,
  whereEquals,
  type ListDefinition,
  DataAccess,
  toWorkQueue,
} from '../../../../database';
import { assembleShipment, assembleShipmentsWithOrders, Documents } from '../../documents';
import { Shipment } from '../../documents/entities/shipment.entity';
import { acknowledgedConditions, pendingConditions } from '../../states';
import { defineShipmentListing } from './shipment-listing';
import type { PendingShipmentsQuery, ShipmentListQuery } from './shipment.dto';

const shipmentListing = defineShipmentListing('id.desc');
const pendingShipmentListing = toWorkQueue(defineShipmentListing('id.asc'));

const orderIdPlan = createLoadPlan(Shipment, ['documentId']);

/** Reads shipments of all orders with their parts. Every read runs a fixed number of queries. */
@Injectable()
export class ShipmentsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
  ) {}

  list(query: ShipmentListQuery, plan: RecordPlan<Shipment>): Promise<Page<Shipment>> {
    return this.listPage(shipmentListing, { ...query }, plan);
  }

  listPending(query: PendingShipmentsQuery, plan: RecordPlan<Shipment>): Promise<Page<Shipment>> {
    return this.listPage(pendingShipmentListing, { ...query }, plan, pendingConditions.shipment);
  }

  listReceived(query: ShipmentListQuery, plan: RecordPlan<Shipment>): Promise<Page<Shipment>> {
    return this.listPage(shipmentListing, { ...query }, plan, acknowledgedConditions);
  }

  /** @throws NotFound */
  async get<R extends { id: number }>(id: number, plan: LoadPlan<Shipment, R>): Promise<R> {
    const { database, loader } = this.dataAccess;
    if (database.isUnitLockingReads) await this.lockOrderOf(id);
    const found = await loader.findById(Shipment, id, plan);
    if (!found) throw new NotFound({ resource: 'shipment', id });
    return assembleShipment(found);
  }

  /** @throws NotFound */
  async getIdByTrackingNumber(trackingNumber: string): Promise<{ id: number }> {
    const conditions = [whereEquals('trackingNumber', trackingNumber)];
    const [found] = await this.dataAccess.loader.listWhere(Shipment, conditions, idOnlyPlan);
    if (!found) throw new NotFound({ resource: 'shipment', id: trackingNumber });
    return { id: found.id };
  }

  private async listPage(
    listing: ListDefinition<Shipment>,
    query: PageQuery & Readonly<Record<string, unknown>>,
    plan: RecordPlan<Shipment>,
    conditions: readonly Condition[] = [],
  ): Promise<Page<Shipment>> {
    const page = await this.dataAccess.loader.listPageInChunks(listing, query, plan, conditions);
    return query['expand'] === 'document'
      ? tapChunks(page, assembleShipmentsWithOrders)
      : tapItems(page, assembleShipment);
  }

  /** Locks the order before the shipment, in the same order as every change does, to avoid deadlocks. */
  private async lockOrderOf(id: number): Promise<void> {
    const [found] = await this.dataAccess.loader.listWhere(
      Shipment,
      [whereEquals('id', id)],
      orderIdPlan,
    );
    if (found) await this.documents.lock([found.documentId]);
  }
}
