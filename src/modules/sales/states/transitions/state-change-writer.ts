import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, listDecoratedProviders } from '../../../../api';
import { getActorContext } from '../../../../core/actor-context';
import { DatabaseBusy } from '../../../../core/errors';
import { type Condition, whereEquals, whereIn, increment, DataAccess } from '../../../../database';
import { SalesDocument } from '../../documents/entities/document.entity';
import { Shipment } from '../../documents/entities/shipment.entity';
import { StatusEntry } from '../../documents/entities/status-entry.entity';
import type { StatefulRecordKind } from '../stateful-record-kinds';

/** The current or the new state of a document or shipment. */
export interface RecordState {
  readonly status: number;
  readonly subStatusId: number | null;
  readonly exported: boolean;
}

/** A change of a locked document or shipment. */
export interface StateChange {
  readonly kind: StatefulRecordKind;
  /** Id of the document or of the shipment. */
  readonly id: number;
  /** The document itself, or the order of a shipment. */
  readonly documentId: number;
  /** The locked version; the change increments it. */
  readonly version: number;
  readonly from: RecordState;
  readonly to: RecordState;
  /** Comment for the history. */
  readonly comment?: string;
}

/** A saved change that has an entry in the history. */
export interface SavedStateChange extends Pick<
  StateChange,
  'kind' | 'id' | 'documentId' | 'from' | 'to'
> {
  /** 0: a change of the document itself. */
  readonly shipmentId: number;
  /** Id of the entry in `STATUSES`. */
  readonly entryId: number;
}

/** Reacts to saved changes of status or sub-status. */
export interface TransitionListener {
  /** Runs in the unit of work that saves the changes. @param now the time of the changes */
  handleTransitions(transitions: readonly SavedStateChange[], now: Date): Promise<void>;
}

/** Marks a provider as a listener of transitions. */
export const TransitionListener = createProviderDecorator<TransitionListener>();

/** Saves state changes of documents and shipments, with entries in their histories. */
@Injectable()
export class StateChangeWriter implements OnModuleInit {
  private listeners: readonly TransitionListener[] = [];

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    this.listeners = listDecoratedProviders(this.discovery, TransitionListener);
  }

  /**
   * Saves changes, in the unit of work that has locked the records: one UPDATE for each distinct change, one
   * INSERT for the history. A change of status or sub-status, or a comment, adds an entry with the current actor.
   * Its number is the record's new version; its FROM is the TO of the previous entry. The orders of changed
   * shipments get a new version too, one for all of their shipments.
   * @returns the changes that have an entry, in order
   * @throws DatabaseBusy when a record has another state than the locked one
   */
  async save(changes: readonly StateChange[], now: Date): Promise<SavedStateChange[]> {
    const groups = new Map<string, StateChange[]>();
    for (const change of changes) {
      const key = JSON.stringify([change.kind === 'shipment', change.from, change.to]);
      const existingGroup = groups.get(key);
      if (existingGroup) existingGroup.push(change);
      else groups.set(key, [change]);
    }
    for (const group of groups.values()) await this.update(group, now);
    const shipmentChanges = changes.filter(({ kind }) => kind === 'shipment');
    await this.incrementVersionsOfOrders(
      new Set(shipmentChanges.map(({ documentId }) => documentId)),
      now,
    );
    const recorded = changes.filter(
      (change) => isTransition(change) || change.comment !== undefined,
    );
    const entryIds = await this.dataAccess.writer.insert(
      StatusEntry,
      recorded.map((change) => toStatusEntry(change, now)),
    );
    const saved = recorded.map(({ kind, id, documentId, from, to }, index) => ({
      kind,
      id,
      documentId,
      from,
      to,
      shipmentId: kind === 'shipment' ? id : 0,
      entryId: entryIds[index] as number,
    }));
    const transitions = saved.filter(isTransition);
    this.recordInJournal(transitions, 'moved');
    this.recordInJournal(changes.filter(isAcknowledgement), 'exported');
    for (const { kind, id, comment } of recorded)
      if (comment !== undefined)
        this.dataAccess.journal.recordFields(toEntity(kind), [id], ['comment']);
    for (const listener of this.listeners) await listener.handleTransitions(transitions, now);
    return saved;
  }

  /** Like `incrementVersions`, for documents whose shipments have changed. */
  async incrementVersionsOfOrders(documentIds: ReadonlySet<number>, now: Date): Promise<void> {
    this.dataAccess.journal.recordFields(SalesDocument, documentIds, ['shipments']);
    await this.incrementVersions(documentIds, now);
  }

  /**
   * Increments the versions of documents whose parts have changed; needs a unit of work.
   * @throws DatabaseBusy when one of them no longer exists
   */
  async incrementVersions(documentIds: ReadonlySet<number>, now: Date): Promise<void> {
    if (documentIds.size === 0) return;
    const patch = { version: increment(1), updatedAt: now };
    const conditions = [whereIn('id', [...documentIds])];
    const changed = await this.dataAccess.writer.update(SalesDocument, conditions, patch);
    if (changed !== documentIds.size) throw new DatabaseBusy();
  }

  private recordInJournal(
    changes: readonly Pick<StateChange, 'kind' | 'id'>[],
    action: 'moved' | 'exported',
  ): void {
    for (const { kind, id } of changes)
      this.dataAccess.journal.recordAction(toEntity(kind), [id], action);
  }

  private async update(group: readonly StateChange[], now: Date): Promise<void> {
    const [{ kind, from, to }] = group as [StateChange];
    // The conditions on the state catch a caller that forgot to lock.
    const conditions: Condition[] = [
      whereIn(
        'id',
        group.map(({ id }) => id),
      ),
      whereEquals('status', from.status),
      whereEquals('subStatusId', from.subStatusId),
      whereEquals('exported', from.exported),
    ];
    const patch = { ...to, version: increment(1), updatedAt: now };
    const { writer } = this.dataAccess;
    const changed =
      kind === 'shipment'
        ? await writer.update(Shipment, conditions, patch)
        : await writer.update(SalesDocument, conditions, patch);
    if (changed !== group.length) throw new DatabaseBusy();
  }
}

function toEntity(kind: StateChange['kind']): typeof Shipment | typeof SalesDocument {
  return kind === 'shipment' ? Shipment : SalesDocument;
}

/** Whether status or sub-status changes. */
export function isTransition({ from, to }: Pick<StateChange, 'from' | 'to'>): boolean {
  return from.status !== to.status || from.subStatusId !== to.subStatusId;
}

/** Whether the change marks the record as exported. */
function isAcknowledgement({ from, to }: Pick<StateChange, 'from' | 'to'>): boolean {
  return to.exported && !from.exported;
}

function toStatusEntry(
  { kind, id, documentId, version, from, to, comment }: StateChange,
  at: Date,
): Omit<StatusEntry, 'id' | 'document'> {
  const { actor } = getActorContext();
  return {
    documentId,
    shipmentId: kind === 'shipment' ? id : 0,
    seq: version + 1,
    at,
    comment: comment ?? null,
    byKind: actor.kind,
    byId: actor.id,
    byName: actor.name,
    fromStatus: from.status,
    fromSubStatusId: from.subStatusId,
    toStatus: to.status,
    toSubStatusId: to.subStatusId,
    actions: null,
  };
}
