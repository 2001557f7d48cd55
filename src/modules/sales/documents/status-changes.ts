import { Injectable } from '@nestjs/common';
import { TryAgain } from '../../../core/errors';
import { isOneOf, is, plus, Stores } from '../../../database';
import { SalesDocument } from './document.entity';
import { StatusEntry } from './status-entry.entity';

/** A document's state, as it is or as it shall be. */
export interface DocumentState {
  readonly status: number;
  readonly subStatusId: number | null;
  readonly exported: boolean;
}

/** A change of one document, judged by what was read of it under a lock. */
export interface StateChange {
  readonly id: number;
  /** The version that was read; the change makes the next one. */
  readonly version: number;
  readonly from: DocumentState;
  readonly to: DocumentState;
}

/** Saves changes of documents' states, each with its entry in the history. */
@Injectable()
export class StatusChanges {
  constructor(private readonly stores: Stores) {}

  /**
   * Inside the unit of work that has read the documents under a lock: one UPDATE for each different change,
   * one INSERT for the history of all. A change of status or sub-status has one entry, numbered by the
   * version that it makes, so the FROM of an entry is the TO of the one before.
   * @throws TryAgain when a document is not as it was read
   */
  async save(changes: readonly StateChange[], now: Date): Promise<void> {
    const groups = new Map<string, StateChange[]>();
    for (const change of changes) {
      const key = JSON.stringify([change.from, change.to]);
      const known = groups.get(key);
      if (known) known.push(change);
      else groups.set(key, [change]);
    }
    for (const group of groups.values()) await this.update(group, now);
    const entries = changes.filter(({ from, to }) => isMove(from, to));
    await this.stores.writer.insert(
      StatusEntry,
      entries.map((change) => entryOf(change, now)),
    );
  }

  private async update(group: readonly StateChange[], now: Date): Promise<void> {
    const [{ from, to }] = group as [StateChange];
    // What was read is asked for once more: the last line should a lock have been forgotten.
    const conditions = [
      isOneOf(
        'id',
        group.map(({ id }) => id),
      ),
      is('status', from.status),
      is('subStatusId', from.subStatusId),
      is('exported', from.exported),
    ];
    const changed = await this.stores.writer.update(SalesDocument, conditions, {
      ...to,
      version: plus(1),
      updatedAt: now,
    });
    if (changed !== group.length) throw new TryAgain();
  }
}

/** Whether a change belongs into the history. */
function isMove(from: DocumentState, to: DocumentState): boolean {
  return from.status !== to.status || from.subStatusId !== to.subStatusId;
}

function entryOf(
  { id, version, from, to }: StateChange,
  at: Date,
): Omit<StatusEntry, 'id' | 'document'> {
  return {
    documentId: id,
    shipmentId: 0,
    seq: version + 1,
    at,
    fromStatus: from.status,
    fromSubStatusId: from.subStatusId,
    toStatus: to.status,
    toSubStatusId: to.subStatusId,
    actions: null,
  };
}
