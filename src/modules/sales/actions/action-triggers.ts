import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { DataAccess } from '../../../database';
import { SalesDocument } from '../documents/entities/document.entity';
import { Shipment } from '../documents/entities/shipment.entity';
import { type SavedStateChange, SubStatus } from '../states';

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

/** A state change that starts actions, with the data that they use. */
export interface ActionTrigger {
  readonly stateChange: SavedStateChange;
  /** Time of the state change. */
  readonly changedAt: Date;
  /** The changed order or RMA, or the order of the changed shipment. */
  readonly document: Pick<SalesDocument, 'id' | (typeof documentColumns)[number]>;
  readonly shipment?: Pick<Shipment, (typeof shipmentColumns)[number]>;
  /** The new sub-status. */
  readonly subStatus?: Pick<SubStatus, 'id' | (typeof subStatusColumns)[number]>;
}

/** Loads the data that actions need, with at most three queries for any number of changes. */
@Injectable()
export class ActionTriggerLoader {
  constructor(private readonly dataAccess: DataAccess) {}

  async load(stateChanges: readonly SavedStateChange[], changedAt: Date): Promise<ActionTrigger[]> {
    const { loader } = this.dataAccess;
    const documentIds = stateChanges.map(({ documentId }) => documentId);
    const shipmentIds = stateChanges.flatMap(({ shipmentId }) =>
      shipmentId === 0 ? [] : shipmentId,
    );
    const subStatusIds = stateChanges.flatMap(({ to }) => to.subStatusId ?? []);
    const documents = await loader.listByIds(SalesDocument, documentIds, documentPlan);
    const shipments = await loader.listByIds(Shipment, shipmentIds, shipmentPlan);
    const subStatuses = await loader.listByIds(SubStatus, subStatusIds, subStatusPlan);
    const documentsById = new Map(documents.map((one) => [one.id, one]));
    const shipmentsById = new Map(shipments.map((one) => [one.id, one]));
    const subStatusesById = new Map(subStatuses.map((one) => [one.id, one]));
    return stateChanges.map((stateChange) => ({
      stateChange,
      changedAt,
      document: documentsById.get(stateChange.documentId) as SalesDocument,
      shipment: shipmentsById.get(stateChange.shipmentId),
      subStatus: subStatusesById.get(stateChange.to.subStatusId ?? 0),
    }));
  }
}
