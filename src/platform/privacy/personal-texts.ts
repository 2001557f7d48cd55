import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock';
import { createLoadPlan } from '../../core/load-plan';
import {
  anyOf,
  type Condition,
  whereContains,
  listStoredActorKinds,
  type EntityClass,
  whereEquals,
  whereAtLeast,
  whereNotNull,
  whereIn,
  JournalEntry,
  increment,
  DataAccess,
} from '../../database';
import { ApiKey } from '../access';
import { StoredIdempotentRequest } from '../requests/idempotency';
import { OutboxAttempt, OutboxListeners, OutboxMessage } from '../events/outbox';
import { SalesDocument, StatusEntry } from '../../modules/sales';
import { Webhook, WebhookDelivery } from '../events/webhooks';
import type { Erasure } from './erasure.entity';
import { NO_IDENTIFIERS, PersonRedactor, listSearchTexts } from './person-identifiers';
import {
  getFilePath,
  type WebhookJournalEntry,
  redactPerson,
} from './webhook-journal-entry.record';

/** Number of rows that are changed together. */
export const ROWS_PER_STEP = 100;
/** Number of texts that one statement searches for. */
const TEXTS_PER_STATEMENT = 40;
/** Number of journal entries that are changed together, without reading them. */
const JOURNAL_ENTRIES_PER_STEP = 1000;

/** The id up to which a step has come; undefined once it is complete. */
export type StepPosition = number | undefined;

const messagePlan = createLoadPlan(OutboxMessage, ['content', 'listener', 'reference', 'state']);
const responsePlan = createLoadPlan(StoredIdempotentRequest, ['body']);
const deliveryPlan = createLoadPlan(WebhookDelivery, ['body']);
const journalPathPlan = createLoadPlan(JournalEntry, ['path']);
const salesAgentPlan = createLoadPlan(SalesDocument, ['salesAgent']);

/** Folder of the attachments of orders. */
const ATTACHMENTS_PREFIX = 'attachments/orders/';
/** Replaces the name of a file. */
const ERASED_FILE_NAME = 'erased';

const ERASED_MESSAGE_DETAIL = 'The person has been erased';

/**
 * Personal data in texts about other things. Each method does a part of the erasure step of its name (`erasureSteps`,
 * stored), inside a unit of work.
 */
@Injectable()
export class PersonalTexts {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly listeners: OutboxListeners,
  ) {}

  /** Cancels mails to the person, and removes the personal data from other messages. */
  async messages({ id: userId, marks, after }: Erasure): Promise<StepPosition> {
    const redactor = new PersonRedactor(marks ?? NO_IDENTIFIERS);
    const { loader, writer } = this.dataAccess;
    const ids = await this.listMentioningIds(
      OutboxMessage,
      'content',
      listSearchTexts(marks ?? NO_IDENTIFIERS),
      after,
    );
    const messages = await loader.listByIds(OutboxMessage, ids, messagePlan);
    const belongsToPerson = await this.createDocumentCheck(
      userId,
      messages.map(({ reference }) => reference['documentId']),
    );
    for (const { id, content, state, listener, reference } of messages) {
      if (!belongsToPerson(reference['documentId']) && !redactor.isAboutPerson(content)) continue;
      const isMailToPerson = content.kind === 'mail' && redactor.isAboutPerson(content.to);
      const isCancelled = isMailToPerson && state === 'pending';
      const cancellation = { state: 'failed', doneAt: this.clock.now(), holder: null } as const;
      const redactedContent = redactor.redact(content) as OutboxMessage['content'];
      await writer.update(OutboxMessage, id, {
        content: redactedContent,
        ...(isCancelled && cancellation),
      });
      await writer.update(OutboxAttempt, { outboxMessageId: id }, { detail: '' });
      if (isCancelled)
        await this.listeners.notify(listener, reference, {
          state: 'failed',
          detail: ERASED_MESSAGE_DETAIL,
        });
    }
    return toStepPosition(ids);
  }

  /** Removes the personal data from stored responses, which are still sent if a request is repeated. */
  async answers({ marks, after }: Erasure): Promise<StepPosition> {
    const redactor = new PersonRedactor(marks ?? NO_IDENTIFIERS);
    const { loader, writer } = this.dataAccess;
    const ids = await this.listMentioningIds(
      StoredIdempotentRequest,
      'body',
      listSearchTexts(marks ?? NO_IDENTIFIERS),
      after,
    );
    for (const { id, body } of await loader.listByIds(StoredIdempotentRequest, ids, responsePlan)) {
      const parsedBody = tryParseJson(body);
      if (parsedBody !== undefined && redactor.isAboutPerson(parsedBody))
        await writer.update(StoredIdempotentRequest, id, {
          body: JSON.stringify(redactor.redact(parsedBody)),
        });
    }
    return toStepPosition(ids);
  }

  /** Replaces the name of the user in entries about it, and as the actor of entries. */
  async journal({ id: userId, pId, after }: Erasure): Promise<StepPosition> {
    const { loader, writer } = this.dataAccess;
    const order = [{ property: 'id' as const }];
    const laterCondition = whereAtLeast('id', after + 1);
    const subjectConditions = [
      whereEquals('recordId', userId),
      whereEquals('kind', 'user'),
      laterCondition,
    ];
    const actorConditions = [
      whereEquals('byId', userId),
      whereIn('byKind', listStoredActorKinds('user')),
      laterCondition,
    ];
    const subjectEntryIds = await loader.listIds(JournalEntry, subjectConditions, {
      order,
      limit: JOURNAL_ENTRIES_PER_STEP,
    });
    const actorEntryIds = await loader.listIds(JournalEntry, actorConditions, {
      order,
      limit: JOURNAL_ENTRIES_PER_STEP,
    });
    // If a list is full, entries after its last one follow with the next part.
    const lastIds = [subjectEntryIds, actorEntryIds].flatMap((ids) =>
      ids.length < JOURNAL_ENTRIES_PER_STEP ? [] : (ids.at(-1) ?? []),
    );
    const lastId = Math.min(...lastIds);
    const createIdConditions = (ids: readonly number[]) => [
      whereIn(
        'id',
        ids.filter((id) => id <= lastId),
      ),
    ];
    await writer.update(JournalEntry, createIdConditions(subjectEntryIds), { pId });
    await writer.update(JournalEntry, createIdConditions(actorEntryIds), { byName: pId });
    return lastIds.length === 0 ? undefined : lastId;
  }

  /** Replaces names of files that belong to orders of the person, in entries about files. */
  async paths({ id: userId, after }: Erasure): Promise<StepPosition> {
    const { loader, writer } = this.dataAccess;
    const order = [{ property: 'id' as const }];
    const fileConditions = [
      whereEquals('kind', 'file'),
      whereContains('path', ATTACHMENTS_PREFIX),
      whereAtLeast('id', after + 1),
    ];
    const ids = await loader.listIds(JournalEntry, fileConditions, { order, limit: ROWS_PER_STEP });
    const entries = await loader.listByIds(JournalEntry, ids, journalPathPlan);
    const toErasedPath = await this.createPathEraser(
      userId,
      entries.map(({ path }) => path ?? ''),
    );
    for (const { id, path } of entries)
      if (path !== null && toErasedPath(path) !== path)
        await writer.update(JournalEntry, id, { path: toErasedPath(path) });
    return toStepPosition(ids);
  }

  /** Removes personal data from deliveries about the user, files of the person's orders, and actions of the person. */
  async deliveries(erasure: Erasure): Promise<StepPosition> {
    const { id: userId, pId, login, marks, after } = erasure;
    const { loader, writer } = this.dataAccess;
    const webhookIds = await loader.listIds(Webhook, []);
    // With the locks, deliveries of earlier entries have been stored, and later ones will contain the redacted entries.
    await writer.lock(Webhook, webhookIds);
    const userConditions = [whereEquals('recordId', userId), whereEquals('kind', 'user')];
    const fileConditions = [whereEquals('kind', 'file'), whereContains('body', ATTACHMENTS_PREFIX)];
    const nameConditions = (marks ?? NO_IDENTIFIERS).alone.map((name) =>
      whereContains('body', JSON.stringify(name)),
    );
    const alternatives = [
      userConditions,
      fileConditions,
      ...(login && nameConditions.length > 0 ? [[anyOf(...nameConditions)]] : []),
    ];
    const ids = await this.listFirstIds(WebhookDelivery, alternatives, after);
    const deliveries = await loader.listByIds(WebhookDelivery, ids, deliveryPlan);
    const entries = deliveries.map(({ body }) => JSON.parse(body) as WebhookJournalEntry);
    const toErasedPath = await this.createPathEraser(userId, entries.map(getFilePath));
    for (const [index, entry] of entries.entries()) {
      const body = JSON.stringify(redactPerson(entry, { id: userId, pId, toErasedPath }));
      await writer.update(WebhookDelivery, deliveries[index]?.id ?? 0, { body });
    }
    return toStepPosition(ids);
  }

  /** Replaces the name of the person as the administrator who created keys and changed states. */
  async changes({ id: userId, pId, login, after }: Erasure): Promise<StepPosition> {
    if (!login) return undefined;
    const { loader, writer } = this.dataAccess;
    if (after === 0)
      await writer.update(ApiKey, { madeByKind: 'user', madeById: userId }, { madeByName: pId });
    const order = [{ property: 'id' as const }];
    const actorConditions = [
      whereEquals('byKind', 'user'),
      whereEquals('byId', userId),
      whereAtLeast('id', after + 1),
    ];
    const ids = await loader.listIds(StatusEntry, actorConditions, { order, limit: ROWS_PER_STEP });
    await writer.update(StatusEntry, [whereIn('id', ids)], { byName: pId });
    return toStepPosition(ids);
  }

  /** Replaces the name of the person as the sales agent of orders. */
  async agents({ id: userId, pId, agent, after }: Erasure): Promise<StepPosition> {
    if (!agent) return undefined;
    const { loader, writer } = this.dataAccess;
    const ids = await this.listFirstIds(
      SalesDocument,
      [[whereNotNull('salesAgent'), whereContains('salesAgent', `"id":${userId},`)]],
      after,
    );
    await writer.lock(SalesDocument, ids);
    for (const { id, salesAgent } of await loader.listByIds(SalesDocument, ids, salesAgentPlan)) {
      if (salesAgent?.id !== userId) continue;
      const updatedAt = this.clock.now();
      const patch = { salesAgent: { ...salesAgent, pId }, version: increment(1), updatedAt };
      await writer.update(SalesDocument, id, patch);
    }
    return toStepPosition(ids);
  }

  /** Lists the first rows after an id whose text contains one of several texts. */
  private listMentioningIds(
    entity: EntityClass<{ id: number }>,
    property: string,
    texts: readonly string[],
    after: number,
  ): Promise<number[]> {
    const alternatives: Condition[][] = [];
    for (let offset = 0; offset < texts.length; offset += TEXTS_PER_STATEMENT) {
      const statementTexts = texts.slice(offset, offset + TEXTS_PER_STATEMENT);
      alternatives.push([anyOf(...statementTexts.map((text) => whereContains(property, text)))]);
    }
    return this.listFirstIds(entity, alternatives, after);
  }

  /** Lists the first rows after an id that fulfill all conditions of one of several lists. */
  private async listFirstIds(
    entity: EntityClass<{ id: number }>,
    alternatives: readonly (readonly Condition[])[],
    after: number,
  ): Promise<number[]> {
    const foundIds = new Set<number>();
    for (const conditions of alternatives) {
      const allConditions = [whereAtLeast('id', after + 1), ...conditions];
      const options = { order: [{ property: 'id' as const }], limit: ROWS_PER_STEP };
      for (const id of await this.dataAccess.loader.listIds(entity, allConditions, options))
        foundIds.add(id);
    }
    return [...foundIds].sort((one, other) => one - other).slice(0, ROWS_PER_STEP);
  }

  /** Returns a function that erases file names in paths below the folders of a person's orders. */
  private async createPathEraser(
    userId: number,
    paths: readonly string[],
  ): Promise<(path: string) => string> {
    const belongsToPerson = await this.createDocumentCheck(userId, paths.map(parseOrderId));
    return (path) => {
      const id = parseOrderId(path);
      const folder = `${ATTACHMENTS_PREFIX}${id}/`;
      return belongsToPerson(id) && path !== folder ? `${folder}${ERASED_FILE_NAME}` : path;
    };
  }

  /** Returns a function that checks whether an id is that of a document of the person. */
  private async createDocumentCheck(
    userId: number,
    ids: readonly (number | undefined)[],
  ): Promise<(id: number | undefined) => boolean> {
    const distinctIds = [...new Set(ids.flatMap((id) => id ?? []))];
    const conditions = [whereIn('id', distinctIds), whereEquals('userId', userId)];
    const personDocumentIds = await this.dataAccess.loader.listIds(SalesDocument, conditions);
    return (id) => id !== undefined && personDocumentIds.includes(id);
  }
}

function toStepPosition(ids: readonly number[]): StepPosition {
  return ids.at(-1);
}

function tryParseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function parseOrderId(path: string): number | undefined {
  const [, id] = /^attachments\/orders\/(\d{1,15})\//.exec(path) ?? [];
  return id === undefined ? undefined : Number(id);
}
