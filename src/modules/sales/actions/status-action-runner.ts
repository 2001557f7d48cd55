import { Injectable, Logger } from '@nestjs/common';
import { runAs } from '../../../core/actor-context';
import { ContextVariable } from '../../../core/context-variable';
import { defineError, DomainError } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { allOf, anyOf, whereEquals, whereIn, DataAccess } from '../../../database';
import { type ActionRunState, actionRunStates } from '../documents';
import type { StatusActionRun } from '../documents/entities/snapshots';
import { StatusEntry } from '../documents/entities/status-entry.entity';
import { type SavedStateChange, TransitionListener, statefulRecordKinds } from '../states';
import { ActionDispatcher } from './action-dispatcher';
import { withOutcome, toErrorText, createPendingRun } from './action-runs';
import { ActionTriggerLoader, type ActionTrigger } from './action-triggers';
import { StatusAction } from './status-action.entity';

/** Maximum depth of actions that start each other; deeper ones fail. */
const MAX_CHAIN_DEPTH = 5;

/** 409: the chain of actions is too long. */
const ActionChainTooLong = defineError({
  code: 'action.chain',
  status: 409,
  title: 'The chain of actions is too long',
  remedy: 'Configure the actions so that they do not start each other.',
  detail: () =>
    `${MAX_CHAIN_DEPTH} nested actions led to this state change; its actions do not run.`,
});

const actionPlan = createLoadPlan(StatusAction, [
  'document',
  'status',
  'subStatusId',
  'action',
  'parameters',
]);

type ActionToRun = Loaded<typeof actionPlan>;

/** Number of actions that the current call is nested in. */
const chainDepth = new ContextVariable<number>();

/** Runs the configured actions of state changes, in the unit of work that saves the changes. */
@Injectable()
@TransitionListener()
export class StatusActionRunner implements TransitionListener {
  private readonly logger = new Logger(StatusActionRunner.name);

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly triggerLoader: ActionTriggerLoader,
    private readonly dispatcher: ActionDispatcher,
  ) {}

  /**
   * Runs the actions of each state change by ascending id, and records the runs in the history. Only the changes of
   * a failed action are rolled back. Without configured actions it runs one query for any number of changes.
   * @throws errors of a database outage, so that the unit of work can be retried
   */
  async handleTransitions(stateChanges: readonly SavedStateChange[], now: Date): Promise<void> {
    const configuredActions = await this.listConfiguredActions(stateChanges);
    if (configuredActions.length === 0) return;
    const changesWithActions = stateChanges
      .map((stateChange) => ({
        stateChange,
        actions: configuredActions.filter((action) => appliesTo(action, stateChange)),
      }))
      .filter(({ actions }) => actions.length > 0);
    const triggers = await this.triggerLoader.load(
      changesWithActions.map(({ stateChange }) => stateChange),
      now,
    );
    for (const [index, { stateChange, actions }] of changesWithActions.entries()) {
      const runs: StatusActionRun[] = [];
      for (const action of actions) {
        runs.push(await this.runAction(triggers[index] as ActionTrigger, action, runs.length + 1));
      }
      await this.dataAccess.writer.update(StatusEntry, stateChange.entryId, { actions: runs });
    }
  }

  /** Lists the active actions for the new states, by ascending id. */
  private async listConfiguredActions(
    stateChanges: readonly SavedStateChange[],
  ): Promise<ActionToRun[]> {
    if (stateChanges.length === 0) return [];
    const stateConditions = statefulRecordKinds.flatMap((kind) => {
      const statusesOfKind = stateChanges
        .filter((stateChange) => stateChange.kind === kind)
        .map(({ to }) => to.status);
      const conditions = [
        whereEquals('document', kind),
        whereIn('status', [...new Set(statusesOfKind)]),
      ];
      return statusesOfKind.length === 0 ? [] : allOf(...conditions);
    });
    const conditions = [whereEquals('active', true), anyOf(...stateConditions)];
    return this.dataAccess.loader.listWhere(StatusAction, conditions, actionPlan);
  }

  private async runAction(
    trigger: ActionTrigger,
    action: ActionToRun,
    actionId: number,
  ): Promise<StatusActionRun> {
    const run = createPendingRun(action, actionId);
    try {
      return withOutcome(run, await this.executeAction(trigger, action, actionId));
    } catch (error) {
      if (this.dataAccess.database.isDatabaseFailure(error)) throw error;
      this.logFailure(trigger, action, error);
      return withOutcome(run, actionRunStates.failed, toErrorText(error));
    }
  }

  private executeAction(
    trigger: ActionTrigger,
    { id, action, parameters }: ActionToRun,
    actionId: number,
  ): Promise<ActionRunState> {
    const depth = (chainDepth.get() ?? 0) + 1;
    if (depth > MAX_CHAIN_DEPTH) throw new ActionChainTooLong();
    const run = { entryId: trigger.stateChange.entryId, actionId };
    const dispatchAction = (): Promise<ActionRunState> =>
      chainDepth.run(depth, () => this.dispatcher.dispatch(action, trigger, parameters, run));
    return this.dataAccess.unitOfWork.runInSavepoint(() =>
      runAs({ kind: 'action', id, name: action }, dispatchAction),
    );
  }

  private logFailure(
    { stateChange: { kind, id } }: ActionTrigger,
    action: ActionToRun,
    error: unknown,
  ): void {
    const message = `Action ${action.id} (${action.action}) of ${kind} ${id} failed`;
    if (error instanceof DomainError) this.logger.warn(`${message}: ${error.code}`);
    else this.logger.error(message, error instanceof Error ? error.stack : String(error));
  }
}

/** Whether an action applies to a state change. Without a sub-status it doesn't run if only the sub-status changes. */
function appliesTo(
  { document, status, subStatusId }: ActionToRun,
  stateChange: SavedStateChange,
): boolean {
  const { kind, from, to } = stateChange;
  if (document !== kind || status !== to.status) return false;
  return subStatusId === null ? from.status !== to.status : subStatusId === to.subStatusId;
}
