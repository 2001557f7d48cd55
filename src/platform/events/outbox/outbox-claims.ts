import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { Clock } from '../../../core/clock';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { truncateToCodePoints } from '../../../core/text';
import { is, isAtMost, isOneOf, not, increment, DataAccess } from '../../../database';
import type { SendResult } from './message-content';
import { getMessageRetentionMs, sweepFinished } from './message-retention';
import { OutboxListeners } from './outbox-listeners';
import { OutboxAttempt, OutboxMessage } from './outbox-message.entity';
import { getRetryDelayMs } from './retry-schedule';

/** Time without a result after which a process counts as dead. */
export const LEASE_MS = 60_000;

const MAX_DETAIL_LENGTH = 500;

const messagePlan = createLoadPlan(OutboxMessage, [
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
export type ClaimedMessage = Loaded<typeof messagePlan>;

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
    const due = await this.listDueIds(max, destinations, now);
    if (due.length === 0) return [];
    const { unitOfWork, writer, loader } = this.dataAccess;
    const claimedIds = await unitOfWork.run(async () => {
      const ids: number[] = [];
      const patch = { dueAt: new Date(now.getTime() + LEASE_MS), attempts: increment(1) };
      const holder = randomUUID();
      for (const id of due) {
        const isStillDue = [is('id', id), is('state', 'pending'), isAtMost('dueAt', now)];
        const found = await writer.update(OutboxMessage, isStillDue, { ...patch, holder });
        if (found === 1) ids.push(id);
      }
      return ids;
    });
    return loader.listByIds(OutboxMessage, claimedIds, messagePlan);
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
      const next = this.toNextState(message, attempt);
      const isMine = [is('id', id), is('state', 'pending'), is('holder', holder)];
      const found = await writer.update(OutboxMessage, isMine, { ...next, holder: null });
      await writer.insert(OutboxAttempt, [
        { outboxMessageId: id, at, milliseconds, result, detail },
      ]);
      if (found === 0) return;
      const { state, dueAt: nextAt } = next;
      const { status } = attempt;
      const details = {
        count: message.attempts,
        at,
        ...(status === undefined ? {} : { status }),
        ...(nextAt ? { nextAt } : {}),
      };
      await this.listeners.notify(listener, reference, { state, detail, attempt: details });
    });
  }

  /** Removes messages that were delivered or failed long ago. @returns the number of removed messages */
  sweep(): Promise<number> {
    const retention = getMessageRetentionMs(this.configuration);
    return sweepFinished(this.dataAccess, OutboxMessage, retention, this.clock.now());
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
    const isWanted = [
      ...(only ? [isOneOf('destination', only)] : []),
      ...(except.length === 0 ? [] : [not(isOneOf('destination', except))]),
    ];
    const isDue = [is('state', 'pending'), isAtMost('dueAt', now), ...isWanted];
    const order = [{ property: 'dueAt' }, { property: 'id' }] as const;
    return this.dataAccess.loader.listIds(OutboxMessage, isDue, { order, limit: max });
  }
}
