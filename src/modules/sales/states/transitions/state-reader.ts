import { Injectable } from '@nestjs/common';
import { pIdOnlyPlan, createLoadPlan } from '../../../../core/load-plan';
import { whereEquals, whereIn, DataAccess } from '../../../../database';
import { Documents, documentTypes, ORDER_PERMANENTLY_DELETED } from '../../documents';
import { SalesDocument } from '../../documents/entities/document.entity';
import { Shipment } from '../../documents/entities/shipment.entity';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import type { RecordState } from './state-change-writer';

/** A reference to a record; an id other than 0 takes precedence over the pId. */
export interface StatefulRecordReference {
  readonly id?: number;
  readonly pId?: string;
}

/** A locked order, RMA or shipment whose state may change. */
export interface LockedStatefulRecord extends RecordState {
  readonly kind: StatefulRecordKind;
  readonly id: number;
  /** The document itself, or the order of a shipment. */
  readonly documentId: number;
  /** '' for a shipment without a pId. */
  readonly pId: string;
  readonly version: number;
  /** Whether the order, or the shipment's order, is in -11. */
  readonly isOrderDeleted: boolean;
}

const stateColumns = ['pId', 'status', 'subStatusId', 'exported', 'version'] as const;
const documentPlan = createLoadPlan(SalesDocument, stateColumns);
const orderIdPlan = createLoadPlan(Shipment, ['pId', 'documentId']);
const shipmentPlan = createLoadPlan(Shipment, [...stateColumns, 'documentId'], {
  document: ['status'],
});

/** Reads states and locks them until the unit of work ends. */
@Injectable()
export class StateReader {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
  ) {}

  /**
   * Locks and reads records; needs a unit of work. It locks documents, and for shipments their orders. Every
   * change of a document locks the document first, so concurrent changes wait instead of dead-locking.
   * @returns a lookup, which returns undefined for unknown records
   */
  async lockAndCreateLookup(
    kind: StatefulRecordKind,
    references: readonly StatefulRecordReference[],
  ): Promise<(reference: StatefulRecordReference) => LockedStatefulRecord | undefined> {
    const pIds = [...new Set(references.flatMap(({ id, pId }) => (pId && !id ? pId : [])))];
    const ids = new Set(references.flatMap(({ id }) => (id ? id : [])));
    const { byPid, records } =
      kind === 'shipment'
        ? await this.lockShipments(ids, pIds)
        : await this.lockDocuments(kind, ids, pIds);
    const byId = new Map(records.map((one) => [one.id, one]));
    return ({ id, pId = '' }) => byId.get(id ? id : (byPid.get(pId) ?? 0));
  }

  private async lockDocuments(
    kind: 'order' | 'rma',
    ids: Set<number>,
    pIds: readonly string[],
  ): Promise<LockedRecords> {
    const { loader } = this.dataAccess;
    const kindCondition = whereEquals('type', documentTypes[kind]);
    const foundByPid = await loader.listWhere(
      SalesDocument,
      [kindCondition, whereIn('pId', pIds)],
      pIdOnlyPlan,
    );
    for (const { id } of foundByPid) ids.add(id);
    await this.documents.lock([...ids]);
    const conditions = [kindCondition, whereIn('id', [...ids])];
    const found = await loader.listWhere(SalesDocument, conditions, documentPlan);
    return {
      byPid: new Map(foundByPid.map(({ id, pId }) => [pId, id])),
      records: found.map((one) => ({
        ...one,
        kind,
        documentId: one.id,
        isOrderDeleted: kind === 'order' && one.status === ORDER_PERMANENTLY_DELETED,
      })),
    };
  }

  private async lockShipments(ids: Set<number>, pIds: readonly string[]): Promise<LockedRecords> {
    const { loader } = this.dataAccess;
    const foundByPid = await loader.listWhere(Shipment, [whereIn('pId', pIds)], orderIdPlan);
    const foundById = await loader.listWhere(Shipment, [whereIn('id', [...ids])], orderIdPlan);
    for (const { id } of foundByPid) ids.add(id);
    await this.documents.lock([...foundByPid, ...foundById].map(({ documentId }) => documentId));
    const found = await loader.listWhere(Shipment, [whereIn('id', [...ids])], shipmentPlan);
    return {
      byPid: new Map(foundByPid.map(({ id, pId }) => [pId ?? '', id])),
      records: found.map(({ document, pId, ...one }) => ({
        ...one,
        kind: 'shipment',
        pId: pId ?? '',
        isOrderDeleted: document.status === ORDER_PERMANENTLY_DELETED,
      })),
    };
  }
}

interface LockedRecords {
  readonly byPid: ReadonlyMap<string, number>;
  readonly records: readonly LockedStatefulRecord[];
}
