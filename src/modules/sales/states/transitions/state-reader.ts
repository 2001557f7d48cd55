import { Injectable } from '@nestjs/common';
import { pIdOnlyPlan, createLoadPlan } from '../../../../core/load-plan';
import { is, isOneOf, Stores } from '../../../../database';
import { Documents, documentTypes, ORDER_DELETED, SalesDocument, Shipment } from '../../documents';
import type { StatusKind } from '../states';
import type { DocumentState } from './status-changes';

/** Which record is meant; the id counts when it is given and not 0. */
export interface StatefulRecordReference {
  readonly id?: number;
  readonly pId?: string;
}

/** What is known of an order, an RMA or a shipment whose state may change. */
export interface LockedState extends DocumentState {
  readonly kind: StatusKind;
  readonly id: number;
  /** The document that it belongs to: itself, or a shipment's order. */
  readonly documentId: number;
  /** '' for a shipment that has none. */
  readonly pId: string;
  readonly version: number;
  /** The order, or the shipment's order, is in -11. */
  readonly deleted: boolean;
}

const stateColumns = ['pId', 'status', 'subStatusId', 'exported', 'version'] as const;
const documentPlan = createLoadPlan(SalesDocument, stateColumns);
const orderOfPlan = createLoadPlan(Shipment, ['pId', 'documentId']);
const shipmentPlan = createLoadPlan(Shipment, [...stateColumns, 'documentId'], {
  document: ['status'],
});

/** Reads states so that nobody changes them before the unit of work ends. */
@Injectable()
export class StateReader {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
  ) {}

  /**
   * Inside a unit of work. What is locked are documents, of shipments their orders: whoever changes anything
   * of a document locks it first, so two of them wait for each other instead of dead-locking.
   * @returns a look-up; undefined for what is not there
   */
  async lock(
    kind: StatusKind,
    named: readonly StatefulRecordReference[],
  ): Promise<(one: StatefulRecordReference) => LockedState | undefined> {
    const pIds = [...new Set(named.flatMap(({ id, pId }) => (pId && !id ? pId : [])))];
    const ids = new Set(named.flatMap(({ id }) => (id ? id : [])));
    const { byPid, found } =
      kind === 'shipment'
        ? await this.lockShipments(ids, pIds)
        : await this.lockDocuments(kind, ids, pIds);
    const byId = new Map(found.map((one) => [one.id, one]));
    return ({ id, pId = '' }) => byId.get(id ? id : (byPid.get(pId) ?? 0));
  }

  private async lockDocuments(
    kind: 'order' | 'rma',
    ids: Set<number>,
    pIds: readonly string[],
  ): Promise<LockedRecords> {
    const { loader } = this.stores;
    const ofKind = is('type', documentTypes[kind]);
    const named =
      pIds.length === 0
        ? []
        : await loader.listWhere(SalesDocument, [ofKind, isOneOf('pId', pIds)], pIdOnlyPlan);
    for (const { id } of named) ids.add(id);
    await this.documents.lock([...ids]);
    const conditions = [ofKind, isOneOf('id', [...ids])];
    const found = await loader.listWhere(SalesDocument, conditions, documentPlan);
    return {
      byPid: new Map(named.map(({ id, pId }) => [pId, id])),
      found: found.map((one) => ({
        ...one,
        kind,
        documentId: one.id,
        deleted: kind === 'order' && one.status === ORDER_DELETED,
      })),
    };
  }

  private async lockShipments(ids: Set<number>, pIds: readonly string[]): Promise<LockedRecords> {
    const { loader } = this.stores;
    const named =
      pIds.length === 0
        ? []
        : await loader.listWhere(Shipment, [isOneOf('pId', pIds)], orderOfPlan);
    const byId =
      ids.size === 0
        ? []
        : await loader.listWhere(Shipment, [isOneOf('id', [...ids])], orderOfPlan);
    for (const { id } of named) ids.add(id);
    await this.documents.lock([...named, ...byId].map(({ documentId }) => documentId));
    const found = await loader.listWhere(Shipment, [isOneOf('id', [...ids])], shipmentPlan);
    return {
      byPid: new Map(named.map(({ id, pId }) => [pId ?? '', id])),
      found: found.map(({ document, pId, ...one }) => ({
        ...one,
        kind: 'shipment',
        pId: pId ?? '',
        deleted: document.status === ORDER_DELETED,
      })),
    };
  }
}

interface LockedRecords {
  readonly byPid: ReadonlyMap<string, number>;
  readonly found: readonly LockedState[];
}
