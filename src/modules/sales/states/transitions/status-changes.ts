import { Injectable } from '@nestjs/common';
import { currentContext } from '../../../../core/actor-context';
import { DatabaseBusy } from '../../../../core/errors';
import { type Condition, is, isOneOf, increment, Stores } from '../../../../database';
import { SalesDocument, Shipment, StatusEntry } from '../../documents';
import type { StatusKind } from '../states';

/** The state of a document or of a shipment, as it is or as it is to be. */
export interface DocumentState {
  readonly status: number;
  readonly subStatusId: number | null;
  readonly exported: boolean;
}

/** A change of one document or shipment, judged by what was read of it under a lock. */
export interface StateChange {
  readonly kind: StatusKind;
  /** The document's, or the shipment's. */
  readonly id: number;
  /** The document that it belongs to: itself, or a shipment's order. */
  readonly documentId: number;
  /** The version that was read; the change makes the next one. */
  readonly version: number;
  readonly from: DocumentState;
  readonly to: DocumentState;
  /** What is said with it. */
  readonly comment?: string;
}

/** A change that was saved and stands in the history. */
export interface SavedTransition extends Pick<
  StateChange,
  'kind' | 'id' | 'documentId' | 'from' | 'to'
> {
  /** 0: of the document itself. */
  readonly shipmentId: number;
  /** The entry's in `STATUSES`. */
  readonly entryId: number;
}

/**
 * What follows from changes of state, inside their unit of work.
 * @param now the changes' own time
 */
type TransitionListener = (moves: readonly SavedTransition[], now: Date) => Promise<void>;

/** Saves changes of the states of documents and shipments, each with its entry in the history. */
@Injectable()
export class StatusChanges {
  private readonly listeners: TransitionListener[] = [];

  constructor(private readonly stores: Stores) {}

  /** Registers what follows from saved changes of status or sub-status; when the module starts. */
  registerListener(consequence: TransitionListener): void {
    this.listeners.push(consequence);
  }

  /**
   * Inside the unit of work that has read the documents under a lock: one UPDATE for each different change,
   * one INSERT for the history of all. A change of status or sub-status has an entry there, and so has a comment,
   * numbered by the version that it makes: the FROM of an entry is the TO of the one before. The entry says who
   * makes the change (core/acting). A change of a shipment is one of its order too, which gets a new version
   * (one for all of its shipments).
   * @returns those that have an entry, in the order of the changes
   * @throws DatabaseBusy when a document is not as it was read
   */
  async save(changes: readonly StateChange[], now: Date): Promise<SavedTransition[]> {
    const groups = new Map<string, StateChange[]>();
    for (const change of changes) {
      const key = JSON.stringify([change.kind === 'shipment', change.from, change.to]);
      const known = groups.get(key);
      if (known) known.push(change);
      else groups.set(key, [change]);
    }
    for (const group of groups.values()) await this.update(group, now);
    const shipped = changes.filter(({ kind }) => kind === 'shipment');
    await this.touch(new Set(shipped.map(({ documentId }) => documentId)), now);
    const told = changes.filter((change) => isTransition(change) || change.comment !== undefined);
    const entryIds = await this.stores.writer.insert(
      StatusEntry,
      told.map((change) => toStatusEntry(change, now)),
    );
    const saved = told.map(({ kind, id, documentId, from, to }, at) => ({
      kind,
      id,
      documentId,
      from,
      to,
      shipmentId: kind === 'shipment' ? id : 0,
      entryId: entryIds[at] as number,
    }));
    const moved = saved.filter(isTransition);
    this.recordInJournal(moved, 'moved');
    this.recordInJournal(changes.filter(isAcknowledgement), 'exported');
    for (const consequence of this.listeners) await consequence(moved, now);
    return saved;
  }

  /**
   * Gives documents their next version, for a change of what they hold; inside a unit of work.
   * @throws DatabaseBusy when one of them is gone
   */
  async touch(documentIds: ReadonlySet<number>, now: Date): Promise<void> {
    if (documentIds.size === 0) return;
    const patch = { version: increment(1), updatedAt: now };
    const found = [isOneOf('id', [...documentIds])];
    const changed = await this.stores.writer.update(SalesDocument, found, patch);
    if (changed !== documentIds.size) throw new DatabaseBusy();
  }

  private recordInJournal(
    changes: readonly Pick<StateChange, 'kind' | 'id'>[],
    action: 'moved' | 'exported',
  ): void {
    for (const { kind, id } of changes)
      this.stores.journal.recordAction(
        kind === 'shipment' ? Shipment : SalesDocument,
        [id],
        action,
      );
  }

  private async update(group: readonly StateChange[], now: Date): Promise<void> {
    const [{ kind, from, to }] = group as [StateChange];
    // What was read is checked once more, in case a lock was forgotten.
    const conditions: Condition[] = [
      isOneOf(
        'id',
        group.map(({ id }) => id),
      ),
      is('status', from.status),
      is('subStatusId', from.subStatusId),
      is('exported', from.exported),
    ];
    const patch = { ...to, version: increment(1), updatedAt: now };
    const { writer } = this.stores;
    const changed =
      kind === 'shipment'
        ? await writer.update(Shipment, conditions, patch)
        : await writer.update(SalesDocument, conditions, patch);
    if (changed !== group.length) throw new DatabaseBusy();
  }
}

/** Whether status or sub-status changes. */
export function isTransition({ from, to }: Pick<StateChange, 'from' | 'to'>): boolean {
  return from.status !== to.status || from.subStatusId !== to.subStatusId;
}

/** Whether another system acknowledges what it has fetched. */
function isAcknowledgement({ from, to }: Pick<StateChange, 'from' | 'to'>): boolean {
  return to.exported && !from.exported;
}

function toStatusEntry(
  { kind, id, documentId, version, from, to, comment }: StateChange,
  at: Date,
): Omit<StatusEntry, 'id' | 'document'> {
  const { actor } = currentContext();
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
