import { Injectable, Logger } from '@nestjs/common';
import { runAs } from '../../../core/actor-context';
import { ContextVariable } from '../../../core/context-variable';
import { defineError, DomainError } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { allOf, anyOf, is, isOneOf, DataAccess } from '../../../database';
import { type ActionRunState, actionRunStates } from '../documents';
import type { StatusActionRun } from '../documents/entities/snapshots';
import { StatusEntry } from '../documents/entities/status-entry.entity';
import { type SavedStateChange, TransitionListener, statefulRecordKinds } from '../states';
import { ActionHandlers } from './action-handlers';
import { withOutcome, toErrorText, toActionRun } from './action-runs';
import { ActionTriggerLoader, type ActionTrigger } from './action-triggers';
import { StatusAction } from './status-action.entity';

/** Maximum depth of actions that start each other; deeper ones fail. */
const MAX_CHAIN_DEPTH = 5;

/** 409: the chain of actions is too long. */
const ChainTooLong = defineError({
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
    private readonly subjects: ActionTriggerLoader,
    private readonly handlers: ActionHandlers,
  ) {}

  /**
   * Runs the actions of each state change by ascending id, and records the runs in the history. Only the changes of
   * a failed action are rolled back. Without configured actions it runs one query for any number of changes.
   * @throws errors of a database outage, so that the unit of work can be retried
   */
  async handleTransitions(transitions: readonly SavedStateChange[], now: Date): Promise<void> {
    const configured = await this.listConfigured(transitions);
    if (configured.length === 0) return;
    const transitionsWithActions = transitions
      .map((move) => ({ move, actions: configured.filter((action) => appliesTo(action, move)) }))
      .filter(({ actions }) => actions.length > 0);
    const subjects = await this.subjects.load(
      transitionsWithActions.map(({ move }) => move),
      now,
    );
    for (const [at, { move, actions }] of transitionsWithActions.entries()) {
      const runs: StatusActionRun[] = [];
      for (const action of actions) {
        runs.push(await this.runAction(subjects[at] as ActionTrigger, action, runs.length + 1));
      }
      await this.dataAccess.writer.update(StatusEntry, move.entryId, { actions: runs });
    }
  }

  /** Lists the active actions for the new states, by ascending id. */
  private async listConfigured(moves: readonly SavedStateChange[]): Promise<ActionToRun[]> {
    if (moves.length === 0) return [];
    const states = statefulRecordKinds.flatMap((kind) => {
      const ofKind = moves.filter((move) => move.kind === kind).map(({ to }) => to.status);
      const conditions = [is('document', kind), isOneOf('status', [...new Set(ofKind)])];
      return ofKind.length === 0 ? [] : allOf(...conditions);
    });
    const conditions = [is('active', true), anyOf(...states)];
    return this.dataAccess.loader.listWhere(StatusAction, conditions, actionPlan);
  }

  private async runAction(
    subject: ActionTrigger,
    action: ActionToRun,
    actionId: number,
  ): Promise<StatusActionRun> {
    const run = toActionRun(action, actionId);
    try {
      return withOutcome(run, await this.attempt(subject, action, actionId));
    } catch (error) {
      if (this.dataAccess.database.isOutage(error)) throw error;
      this.log(subject, action, error);
      return withOutcome(run, actionRunStates.failed, toErrorText(error));
    }
  }

  private attempt(
    subject: ActionTrigger,
    { id, action, parameters }: ActionToRun,
    actionId: number,
  ): Promise<ActionRunState> {
    const depth = (chainDepth.get() ?? 0) + 1;
    if (depth > MAX_CHAIN_DEPTH) throw new ChainTooLong();
    const run = { entryId: subject.transition.entryId, actionId };
    const handle = (): Promise<ActionRunState> =>
      chainDepth.run(depth, () => this.handlers.handle(action, subject, parameters, run));
    return this.dataAccess.unitOfWork.runInSavepoint(() =>
      runAs({ kind: 'action', id, name: action }, handle),
    );
  }

  private log(
    { transition: { kind, id } }: ActionTrigger,
    action: ActionToRun,
    error: unknown,
  ): void {
    const message = `Action ${action.id} (${action.action}) of ${kind} ${id} failed`;
    if (error instanceof DomainError) this.logger.warn(`${message}: ${error.code}`);
    else this.logger.error(message, error instanceof Error ? error.stack : String(error));
  }
}

/** Whether an action applies. One without a sub-status ignores changes of only the sub-status. */
function appliesTo(
  { document, status, subStatusId }: ActionToRun,
  move: SavedStateChange,
): boolean {
  const { kind, from, to } = move;
  if (document !== kind || status !== to.status) return false;
  return subStatusId === null ? from.status !== to.status : subStatusId === to.subStatusId;
}
