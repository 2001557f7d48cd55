import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { Stores } from '../../../database';
import { SalesDocument, Shipment } from '../documents';
import { type SavedTransition, SubStatus } from '../states';

const documentColumns = [
  'pId',
  'documentNumber',
  'parentId',
  'parentNumber',
  'date',
  'userId',
  'customerName',
  'customerEmail',
  'total',
  'totalVouchers',
  'currencyCode',
  'languageCode',
] as const;
const shipmentColumns = ['pId', 'trackingNumber'] as const;
const subStatusColumns = ['pId', 'name', 'publicName'] as const;

const documentPlan = createLoadPlan(SalesDocument, documentColumns);
const shipmentPlan = createLoadPlan(Shipment, shipmentColumns);
const subStatusPlan = createLoadPlan(SubStatus, subStatusColumns);

/** A change of state that sets something off, with what actions tell of it. */
export interface ActionSubject {
  readonly move: SavedTransition;
  /** When the state changed. */
  readonly at: Date;
  /** The order or RMA that has moved; for a shipment its order. */
  readonly document: Pick<SalesDocument, 'id' | (typeof documentColumns)[number]>;
  readonly shipment?: Pick<Shipment, (typeof shipmentColumns)[number]>;
  /** The sub-status that was entered. */
  readonly subStatus?: Pick<SubStatus, 'id' | (typeof subStatusColumns)[number]>;
}

/** Reads what actions need to know of changes: three queries at most, however many they are. */
@Injectable()
export class ActionSubjects {
  constructor(private readonly stores: Stores) {}

  async load(moves: readonly SavedTransition[], at: Date): Promise<ActionSubject[]> {
    const { loader } = this.stores;
    const documentIds = moves.map(({ documentId }) => documentId);
    const shipmentIds = moves.flatMap(({ shipmentId }) => (shipmentId === 0 ? [] : shipmentId));
    const subStatusIds = moves.flatMap(({ to }) => to.subStatusId ?? []);
    const documents = await loader.listByIds(SalesDocument, documentIds, documentPlan);
    const shipments = await loader.listByIds(Shipment, shipmentIds, shipmentPlan);
    const subStatuses = await loader.listByIds(SubStatus, subStatusIds, subStatusPlan);
    const byId = new Map(documents.map((one) => [one.id, one]));
    const shipmentsById = new Map(shipments.map((one) => [one.id, one]));
    const subStatusesById = new Map(subStatuses.map((one) => [one.id, one]));
    return moves.map((move) => ({
      move,
      at,
      document: byId.get(move.documentId) as SalesDocument,
      shipment: shipmentsById.get(move.shipmentId),
      subStatus: subStatusesById.get(move.to.subStatusId ?? 0),
    }));
  }
}
