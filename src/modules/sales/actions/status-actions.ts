import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { runAs } from '../../../core/actor-context';
import { defineError, DomainError } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { allOf, anyOf, is, isOneOf, Stores } from '../../../database';
import { type RunState, runStates, type StatusActionRun, StatusEntry } from '../documents';
import { type SavedTransition, StatusChanges, statusKinds } from '../states';
import { ActionHandlers } from './action-handlers';
import { withOutcome, toErrorText, toActionRun } from './action-runs';
import { ActionSubjects, type ActionSubject } from './action-subjects';
import { StatusAction } from './status-action.entity';

/** How many changes of state may follow from each other; the actions of one more fail. */
const MAX_CHAIN_DEPTH = 5;

/** 409: the change follows from too many others. */
const ChainTooLong = defineError({
  code: 'action.chain',
  status: 409,
  title: 'Actions have set off each other too often',
  remedy: 'Configure the actions so that they do not set each other off.',
  detail: () => `The change follows from ${MAX_CHAIN_DEPTH} others; its actions do not run.`,
});

const actionPlan = createLoadPlan(StatusAction, [
  'document',
  'status',
  'subStatusId',
  'action',
  'parameters',
]);

type ActionToRun = Loaded<typeof actionPlan>;

/** How many actions the caller runs inside of. */
const chainDepth = new AsyncLocalStorage<number>();

/** Runs what is configured for changes of state, inside the unit of work that saves them. */
@Injectable()
export class StatusActions implements OnModuleInit {
  private readonly logger = new Logger(StatusActions.name);

  constructor(
    private readonly stores: Stores,
    private readonly changes: StatusChanges,
    private readonly subjects: ActionSubjects,
    private readonly handlers: ActionHandlers,
  ) {}

  onModuleInit(): void {
    this.changes.registerListener((moves, now) => this.run(moves, now));
  }

  /**
   * Runs the actions of each move, in the order of their ids, and notes them in its entry of the history. One
   * that fails is undone alone. One query when nothing is configured, however many moves there are.
   * @throws what makes the whole unit of work impossible, so that it may run again
   */
  async run(moves: readonly SavedTransition[], now: Date): Promise<void> {
    const configured = await this.listConfigured(moves);
    if (configured.length === 0) return;
    const concerned = moves
      .map((move) => ({ move, actions: configured.filter((action) => appliesTo(action, move)) }))
      .filter(({ actions }) => actions.length > 0);
    const subjects = await this.subjects.load(
      concerned.map(({ move }) => move),
      now,
    );
    for (const [at, { move, actions }] of concerned.entries()) {
      const runs: StatusActionRun[] = [];
      for (const action of actions) {
        runs.push(await this.runAction(subjects[at] as ActionSubject, action, runs.length + 1));
      }
      await this.stores.writer.update(StatusEntry, move.entryId, { actions: runs });
    }
  }

  /** Those for the states that were entered, by ascending id. */
  private async listConfigured(moves: readonly SavedTransition[]): Promise<ActionToRun[]> {
    if (moves.length === 0) return [];
    const states = statusKinds.flatMap((kind) => {
      const ofKind = moves.filter((move) => move.kind === kind).map(({ to }) => to.status);
      const conditions = [is('document', kind), isOneOf('status', [...new Set(ofKind)])];
      return ofKind.length === 0 ? [] : allOf(...conditions);
    });
    const conditions = [is('active', true), anyOf(...states)];
    return this.stores.loader.listWhere(StatusAction, conditions, actionPlan);
  }

  private async runAction(
    subject: ActionSubject,
    action: ActionToRun,
    actionId: number,
  ): Promise<StatusActionRun> {
    const run = toActionRun(action, actionId);
    try {
      return withOutcome(run, await this.attempt(subject, action, actionId));
    } catch (error) {
      if (this.stores.database.isOutage(error)) throw error;
      this.log(subject, action, error);
      return withOutcome(run, runStates.failed, toErrorText(error));
    }
  }

  private attempt(
    subject: ActionSubject,
    { id, action, parameters }: ActionToRun,
    actionId: number,
  ): Promise<RunState> {
    const depth = (chainDepth.getStore() ?? 0) + 1;
    if (depth > MAX_CHAIN_DEPTH) throw new ChainTooLong();
    const place = { entryId: subject.move.entryId, actionId };
    const handle = (): Promise<RunState> =>
      chainDepth.run(depth, () => this.handlers.handle(action, subject, parameters, place));
    return this.stores.unitOfWork.attempt(() =>
      runAs({ kind: 'action', id, name: action }, handle),
    );
  }

  private log({ move: { kind, id } }: ActionSubject, action: ActionToRun, error: unknown): void {
    const what = `Action ${action.id} (${action.action}) of ${kind} ${id} failed`;
    if (error instanceof DomainError) this.logger.warn(`${what}: ${error.code}`);
    else this.logger.error(what, error instanceof Error ? error.stack : String(error));
  }
}

/** Without a sub-status: when the status is entered, not when only the sub-status changes within it. */
function appliesTo({ document, status, subStatusId }: ActionToRun, move: SavedTransition): boolean {
  const { kind, from, to } = move;
  if (document !== kind || status !== to.status) return false;
  return subStatusId === null ? from.status !== to.status : subStatusId === to.subStatusId;
}
