import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { Clock } from '../../../core/clock';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { truncateToCodePoints } from '../../../core/text-folding';
import { whereEquals, whereAtMost, whereIn, not, increment, DataAccess } from '../../../database';
import type { SendResult } from './message-content';
import { getRetentionMsByState, sweepFinishedRecords } from './message-retention';
import { OutboxListeners } from './outbox-listeners';
import { OutboxAttempt, OutboxMessage } from './outbox-message.entity';
import { getRetryDelayMs } from './retry-schedule';

/** Time without a result after which a process counts as dead. */
export const CLAIM_LEASE_MS = 60_000;

const MAX_DETAIL_LENGTH = 500;

const claimedMessagePlan = createLoadPlan(OutboxMessage, [
  'messageId',
  'kind',
  'destination',
  'content',
  'listener',
  'reference',
  'trace',
  'attempts',
  'holder',
]);

/** A message that a process has claimed for delivery. */
export type ClaimedMessage = Loaded<typeof claimedMessagePlan>;

/** The destinations whose messages are claimed; default: all. */
export interface DestinationFilter {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

/** A finished attempt. */
export type FinishedAttempt = SendResult & { readonly at: Date; readonly milliseconds: number };

/** Claims messages for a process, and stores the results of attempts. */
@Injectable()
export class OutboxClaims {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly listeners: OutboxListeners,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Claims messages that are due, the longest waiting first. Only one of several processes gets each message; it has
   * until the end of the lease to record a result.
   * @param max maximum number of messages
   */
  async claim(max: number, destinations: DestinationFilter): Promise<ClaimedMessage[]> {
    const now = this.clock.now();
    const dueIds = await this.listDueIds(max, destinations, now);
    if (dueIds.length === 0) return [];
    const { unitOfWork, writer, loader } = this.dataAccess;
    const claimedIds = await unitOfWork.run(async () => {
      const ids: number[] = [];
      const patch = { dueAt: new Date(now.getTime() + CLAIM_LEASE_MS), attempts: increment(1) };
      const holder = randomUUID();
      for (const id of dueIds) {
        const stillDueConditions = [
          whereEquals('id', id),
          whereEquals('state', 'pending'),
          whereAtMost('dueAt', now),
        ];
        const updatedCount = await writer.update(OutboxMessage, stillDueConditions, {
          ...patch,
          holder,
        });
        if (updatedCount === 1) ids.push(id);
      }
      return ids;
    });
    return loader.listByIds(OutboxMessage, claimedIds, claimedMessagePlan);
  }

  /**
   * Stores an attempt and its consequence: delivered, retried later, or failed. A result after the end of the lease
   * counts only if no other process has claimed the message in the meantime.
   */
  async record(message: ClaimedMessage, attempt: FinishedAttempt): Promise<void> {
    const { id, holder, listener, reference } = message;
    const { at, milliseconds, result } = attempt;
    const detail = truncateToCodePoints(attempt.detail, MAX_DETAIL_LENGTH);
    const { unitOfWork, writer } = this.dataAccess;
    await unitOfWork.run(async () => {
      const nextState = this.toNextState(message, attempt);
      const ownClaimConditions = [
        whereEquals('id', id),
        whereEquals('state', 'pending'),
        whereEquals('holder', holder),
      ];
      const updatedCount = await writer.update(OutboxMessage, ownClaimConditions, {
        ...nextState,
        holder: null,
      });
      await writer.insert(OutboxAttempt, [
        { outboxMessageId: id, at, milliseconds, result, detail },
      ]);
      if (updatedCount === 0) return;
      const { state, dueAt: nextAt } = nextState;
      const { status } = attempt;
      const attemptOutcome = {
        count: message.attempts,
        at,
        ...(status === undefined ? {} : { status }),
        ...(nextAt ? { nextAt } : {}),
      };
      await this.listeners.notify(listener, reference, { state, detail, attempt: attemptOutcome });
    });
  }

  /** Removes messages that were delivered or failed long ago. @returns the number of removed messages */
  sweep(): Promise<number> {
    const retention = getRetentionMsByState(this.configuration);
    return sweepFinishedRecords(this.dataAccess, OutboxMessage, retention, this.clock.now());
  }

  private toNextState(
    { attempts }: Pick<OutboxMessage, 'attempts'>,
    attempt: FinishedAttempt,
  ): Pick<OutboxMessage, 'state'> & Partial<Pick<OutboxMessage, 'dueAt' | 'doneAt'>> {
    const now = this.clock.now();
    if (attempt.nextAttemptAt) return { state: 'pending', dueAt: attempt.nextAttemptAt };
    if (attempt.result === 'delivered') return { state: 'delivered', doneAt: now };
    const delay = attempt.isFinal ? undefined : getRetryDelayMs(attempts);
    return delay === undefined
      ? { state: 'failed', doneAt: now }
      : { state: 'pending', dueAt: new Date(now.getTime() + delay) };
  }

  private listDueIds(
    max: number,
    { only, except = [] }: DestinationFilter,
    now: Date,
  ): Promise<number[]> {
    const destinationConditions = [
      ...(only ? [whereIn('destination', only)] : []),
      ...(except.length === 0 ? [] : [not(whereIn('destination', except))]),
    ];
    const dueConditions = [
      whereEquals('state', 'pending'),
      whereAtMost('dueAt', now),
      ...destinationConditions,
    ];
    const order = [{ property: 'dueAt' }, { property: 'id' }] as const;
    return this.dataAccess.loader.listIds(OutboxMessage, dueConditions, { order, limit: max });
  }
}
