import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { whereEquals, whereIn, DataAccess } from '../../../database';
import { MessageNotFailed } from './outbox-errors';
import { OutboxListeners } from './outbox-listeners';
import { type MessageState, OutboxAttempt, OutboxMessage } from './outbox-message.entity';

const MAX_LISTED_MESSAGES = 1000;

/** A message on the command line, without its content and its full URL. */
export type ListedMessage = Pick<
  OutboxMessage,
  'id' | 'messageId' | 'kind' | 'destination' | 'state' | 'attempts' | 'dueAt' | 'createdAt'
> & {
  /** Result of the last attempt as text; empty before the first one. */
  readonly lastDetail: string;
};

const listedMessagePlan = createLoadPlan(OutboxMessage, [
  'messageId',
  'kind',
  'destination',
  'state',
  'attempts',
  'dueAt',
  'createdAt',
]);
const attemptPlan = createLoadPlan(OutboxAttempt, ['outboxMessageId', 'detail']);
const replayedMessagePlan = createLoadPlan(OutboxMessage, ['state', 'listener', 'reference']);

/** Access to the outbox for operators. */
@Injectable()
export class OutboxAdministration {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly listeners: OutboxListeners,
  ) {}

  /** Lists the latest messages, newest first, at most 1,000. @param state only messages in this state */
  async list(state?: MessageState): Promise<ListedMessage[]> {
    const { loader } = this.dataAccess;
    const stateConditions = state === undefined ? [] : [whereEquals('state', state)];
    const newestFirst = [{ property: 'id', descending: true }] as const;
    const ids = await loader.listIds(OutboxMessage, stateConditions, {
      order: newestFirst,
      limit: MAX_LISTED_MESSAGES,
    });
    const messages = await loader.listByIds(OutboxMessage, ids, listedMessagePlan);
    const attemptConditions = [whereIn('outboxMessageId', ids)];
    const attempts = await loader.listWhere(OutboxAttempt, attemptConditions, attemptPlan);
    const lastDetailByMessageId = new Map(
      attempts.map(({ outboxMessageId: id, detail }) => [id, detail]),
    );
    return messages.map((message) => ({
      ...message,
      lastDetail: lastDetailByMessageId.get(message.id) ?? '',
    }));
  }

  /**
   * Sends a failed message again, with the same id and content, unless its listener resends it in its own way.
   * @throws NotFound, MessageNotFailed
   */
  async replay(id: number): Promise<void> {
    const found = await this.dataAccess.loader.findById(OutboxMessage, id, replayedMessagePlan);
    if (!found) throw new NotFound({ resource: 'outbox message', id });
    const { state } = found;
    if (!(await this.restart(found))) throw new MessageNotFailed({ id, state });
  }

  /** Replays all failed messages in order, except those whose content no longer exists. @returns their number */
  async replayFailed(): Promise<number> {
    let replayedCount = 0;
    const { loader } = this.dataAccess;
    const order = [{ property: 'id' }] as const;
    for (const id of await loader.listIds(OutboxMessage, [whereEquals('state', 'failed')], {
      order,
    })) {
      const found = await loader.findById(OutboxMessage, id, replayedMessagePlan);
      if (found && (await this.restart(found).catch(returnFalseIfNotFound))) replayedCount += 1;
    }
    return replayedCount;
  }

  /** @returns false if the message hasn't failed @throws NotFound */
  private restart({
    id,
    listener,
    reference,
  }: Loaded<typeof replayedMessagePlan>): Promise<boolean> {
    const { unitOfWork, writer } = this.dataAccess;
    const failedMessageConditions = [whereEquals('id', id), whereEquals('state', 'failed')];
    const messageListener = this.listeners.find(listener);
    return unitOfWork.run(async () => {
      if (messageListener?.resend) {
        if ((await writer.remove(OutboxMessage, failedMessageConditions)) === 0) return false;
        await messageListener.resend(reference);
        return true;
      }
      const patch = {
        state: 'pending',
        dueAt: this.clock.now(),
        attempts: 0,
        doneAt: null,
      } as const;
      const updatedCount = await writer.update(OutboxMessage, failedMessageConditions, patch);
      if (updatedCount === 0) return false;
      await this.listeners.notify(listener, reference, { state: 'pending', detail: '' });
      return true;
    });
  }
}

function returnFalseIfNotFound(error: unknown): false {
  if (error instanceof NotFound) return false;
  throw error;
}
