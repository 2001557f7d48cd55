import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { DataAccess } from '../../../database';
import {
  type MessageReference,
  OutboxListener,
  type MessageOutcome,
} from '../../../platform/events/outbox';
import { Documents, actionRunStates } from '../documents';
import { StatusEntry } from '../documents/entities/status-entry.entity';
import { withOutcome } from './action-runs';
import { ACTION_OUTBOX_LISTENER_NAME } from './message-actions';

const runsPlan = createLoadPlan(StatusEntry, ['actions']);

const runStateByOutcome = {
  pending: actionRunStates.pending,
  delivered: actionRunStates.done,
  failed: actionRunStates.failed,
} as const;

/** Records the outcomes of the messages of actions in the history. */
@Injectable()
@OutboxListener()
export class ActionOutcomeRecorder implements OutboxListener {
  readonly listenerName = ACTION_OUTBOX_LISTENER_NAME;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
  ) {}

  /**
   * Records an outcome. Doesn't change the document's version, so that clients can
   * still acknowledge the version that they have read.
   */
  async receiveOutcome(
    { documentId = 0, entryId = 0, actionId }: MessageReference,
    { state, detail }: MessageOutcome,
  ): Promise<void> {
    // The lock serializes concurrent outcomes of the same entry.
    await this.documents.lock([documentId]);
    const entry = await this.dataAccess.loader.findById(StatusEntry, entryId, runsPlan);
    if (!entry) return;
    const actions = (entry.actions ?? []).map((run) =>
      run.actionId === actionId
        ? withOutcome(run, runStateByOutcome[state], state === 'failed' ? detail : undefined)
        : run,
    );
    await this.dataAccess.writer.update(StatusEntry, entryId, { actions });
  }
}
