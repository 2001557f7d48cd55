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
  readonly transition: SavedStateChange;
  /** Time of the state change. */
  readonly at: Date;
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

  async load(transitions: readonly SavedStateChange[], at: Date): Promise<ActionTrigger[]> {
    const { loader } = this.dataAccess;
    const documentIds = transitions.map(({ documentId }) => documentId);
    const shipmentIds = transitions.flatMap(({ shipmentId }) =>
      shipmentId === 0 ? [] : shipmentId,
    );
    const subStatusIds = transitions.flatMap(({ to }) => to.subStatusId ?? []);
    const documents = await loader.listByIds(SalesDocument, documentIds, documentPlan);
    const shipments = await loader.listByIds(Shipment, shipmentIds, shipmentPlan);
    const subStatuses = await loader.listByIds(SubStatus, subStatusIds, subStatusPlan);
    const byId = new Map(documents.map((one) => [one.id, one]));
    const shipmentsById = new Map(shipments.map((one) => [one.id, one]));
    const subStatusesById = new Map(subStatuses.map((one) => [one.id, one]));
    return transitions.map((transition) => ({
      transition,
      at,
      document: byId.get(transition.documentId) as SalesDocument,
      shipment: shipmentsById.get(transition.shipmentId),
      subStatus: subStatusesById.get(transition.to.subStatusId ?? 0),
    }));
  }
}
