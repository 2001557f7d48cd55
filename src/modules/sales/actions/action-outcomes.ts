import { Injectable, type OnModuleInit } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { Stores } from '../../../database';
import {
  type MessageReference,
  OutboxListeners,
  type MessageOutcome,
} from '../../../platform/events/outbox';
import { Documents, runStates, StatusEntry } from '../documents';
import { withOutcome } from './action-runs';
import { OUTBOX_LISTENER } from './message-actions';

const runsPlan = createLoadPlan(StatusEntry, ['actions']);

const runStateByOutcome = {
  pending: runStates.pending,
  delivered: runStates.done,
  failed: runStates.failed,
} as const;

/** Notes in the history what has become of the messages that actions have sent. */
@Injectable()
export class ActionOutcomes implements OnModuleInit {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly listeners: OutboxListeners,
  ) {}

  onModuleInit(): void {
    this.listeners.register(OUTBOX_LISTENER, (reference, outcome) =>
      this.recordOutcome(reference, outcome),
    );
  }

  /**
   * Inside the unit of work that stores the outcome. The document's version stays: whoever has read the document
   * before may still acknowledge it.
   */
  private async recordOutcome(
    { documentId = 0, entryId = 0, actionId }: MessageReference,
    { state, detail }: MessageOutcome,
  ): Promise<void> {
    // Of two outcomes of one entry at the same time one waits for the other.
    await this.documents.lock([documentId]);
    const entry = await this.stores.loader.findById(StatusEntry, entryId, runsPlan);
    if (!entry) return;
    const actions = (entry.actions ?? []).map((run) =>
      run.actionId === actionId
        ? withOutcome(run, runStateByOutcome[state], state === 'failed' ? detail : undefined)
        : run,
    );
    await this.stores.writer.update(StatusEntry, entryId, { actions });
  }
}
