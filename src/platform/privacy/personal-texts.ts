import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock';
import { createLoadPlan } from '../../core/load-plan';
import {
  anyOf,
  type Condition,
  contains,
  toStoredActorKinds,
  type EntityClass,
  is,
  isAtLeast,
  isNotNull,
  isOneOf,
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
import { NO_IDENTIFIERS, Redaction, toSearchedTexts } from './person-identifiers';
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
const ENTRIES_PER_STEP = 1000;

/** The id up to which a step has come; undefined once it is complete. */
export type StepPosition = number | undefined;

const messagePlan = createLoadPlan(OutboxMessage, ['content', 'listener', 'reference', 'state']);
const responsePlan = createLoadPlan(StoredIdempotentRequest, ['body']);
const deliveryPlan = createLoadPlan(WebhookDelivery, ['body']);
const pathPlan = createLoadPlan(JournalEntry, ['path']);
const agentPlan = createLoadPlan(SalesDocument, ['salesAgent']);

/** Folder of the attachments of orders. */
const ATTACHMENTS_PREFIX = 'attachments/orders/';
/** Replaces the name of a file. */
const ERASED_FILE = 'erased';

const ERASED_DETAIL = 'The person has been erased';

/** Personal data in texts about other things. Each method does a part of a step, inside a unit of work. */
@Injectable()
export class PersonalTexts {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly listeners: OutboxListeners,
  ) {}

  /** Cancels mails to the person, and removes the personal data from other messages. */
  async messages({ id: userId, marks, after }: Erasure): Promise<StepPosition> {
    const redaction = new Redaction(marks ?? NO_IDENTIFIERS);
    const { loader, writer } = this.dataAccess;
    const ids = await this.listMentioning(
      OutboxMessage,
      'content',
      toSearchedTexts(marks ?? NO_IDENTIFIERS),
      after,
    );
    const messages = await loader.listByIds(OutboxMessage, ids, messagePlan);
    const isTheirs = await this.createDocumentCheck(
      userId,
      messages.map(({ reference }) => reference['documentId']),
    );
    for (const { id, content, state, listener, reference } of messages) {
      if (!isTheirs(reference['documentId']) && !redaction.isAbout(content)) continue;
      const isMailToPerson = content.kind === 'mail' && redaction.isAbout(content.to);
      const isEnded = isMailToPerson && state === 'pending';
      const end = { state: 'failed', doneAt: this.clock.now(), holder: null } as const;
      const redacted = redaction.redact(content) as OutboxMessage['content'];
      await writer.update(OutboxMessage, id, { content: redacted, ...(isEnded && end) });
      await writer.update(OutboxAttempt, { outboxMessageId: id }, { detail: '' });
      if (isEnded)
        await this.listeners.notify(listener, reference, {
          state: 'failed',
          detail: ERASED_DETAIL,
        });
    }
    return toStepPosition(ids);
  }

  /** Removes the personal data from stored responses, which are still sent if a request is repeated. */
  async answers({ marks, after }: Erasure): Promise<StepPosition> {
    const redaction = new Redaction(marks ?? NO_IDENTIFIERS);
    const { loader, writer } = this.dataAccess;
    const ids = await this.listMentioning(
      StoredIdempotentRequest,
      'body',
      toSearchedTexts(marks ?? NO_IDENTIFIERS),
      after,
    );
    for (const { id, body } of await loader.listByIds(StoredIdempotentRequest, ids, responsePlan)) {
      const value = tryParseJson(body);
      if (value !== undefined && redaction.isAbout(value))
        await writer.update(StoredIdempotentRequest, id, {
          body: JSON.stringify(redaction.redact(value)),
        });
    }
    return toStepPosition(ids);
  }

  /** Replaces the name of the user in entries about it, and as the actor of entries. */
  async journal({ id: userId, pId, after }: Erasure): Promise<StepPosition> {
    const { loader, writer } = this.dataAccess;
    const order = [{ property: 'id' as const }];
    const later = isAtLeast('id', after + 1);
    const about = [is('recordId', userId), is('kind', 'user'), later];
    const by = [is('byId', userId), isOneOf('byKind', toStoredActorKinds('user')), later];
    const ofUser = await loader.listIds(JournalEntry, about, { order, limit: ENTRIES_PER_STEP });
    const byUser = await loader.listIds(JournalEntry, by, { order, limit: ENTRIES_PER_STEP });
    // Entries after the end of the shorter list follow with the next part.
    const ends = [ofUser, byUser].flatMap((ids) =>
      ids.length < ENTRIES_PER_STEP ? [] : (ids.at(-1) ?? []),
    );
    const end = Math.min(...ends);
    const upTo = (ids: readonly number[]) => [
      isOneOf(
        'id',
        ids.filter((id) => id <= end),
      ),
    ];
    await writer.update(JournalEntry, upTo(ofUser), { pId });
    await writer.update(JournalEntry, upTo(byUser), { byName: pId });
    return ends.length === 0 ? undefined : end;
  }

  /** Replaces names of files that belong to orders of the person, in entries about files. */
  async paths({ id: userId, after }: Erasure): Promise<StepPosition> {
    const { loader, writer } = this.dataAccess;
    const order = [{ property: 'id' as const }];
    const ofFiles = [
      is('kind', 'file'),
      contains('path', ATTACHMENTS_PREFIX),
      isAtLeast('id', after + 1),
    ];
    const ids = await loader.listIds(JournalEntry, ofFiles, { order, limit: ROWS_PER_STEP });
    const entries = await loader.listByIds(JournalEntry, ids, pathPlan);
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
    const webhooks = await loader.listIds(Webhook, []);
    // With the locks, deliveries of earlier entries have been stored, and later ones will contain the redacted entries.
    await writer.lock(Webhook, webhooks);
    const ofUser = [is('recordId', userId), is('kind', 'user')];
    const ofFiles = [is('kind', 'file'), contains('body', ATTACHMENTS_PREFIX)];
    const names = (marks ?? NO_IDENTIFIERS).alone.map((name) =>
      contains('body', JSON.stringify(name)),
    );
    const alternatives = [
      ofUser,
      ofFiles,
      ...(login && names.length > 0 ? [[anyOf(...names)]] : []),
    ];
    const ids = await this.listFirst(WebhookDelivery, alternatives, after);
    const deliveries = await loader.listByIds(WebhookDelivery, ids, deliveryPlan);
    const entries = deliveries.map(({ body }) => JSON.parse(body) as WebhookJournalEntry);
    const toErasedPath = await this.createPathEraser(userId, entries.map(getFilePath));
    for (const [at, entry] of entries.entries()) {
      const body = JSON.stringify(redactPerson(entry, { id: userId, pId, toErasedPath }));
      await writer.update(WebhookDelivery, deliveries[at]?.id ?? 0, { body });
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
    const byUser = [is('byKind', 'user'), is('byId', userId), isAtLeast('id', after + 1)];
    const ids = await loader.listIds(StatusEntry, byUser, { order, limit: ROWS_PER_STEP });
    await writer.update(StatusEntry, [isOneOf('id', ids)], { byName: pId });
    return toStepPosition(ids);
  }

  /** Replaces the name of the person as the sales agent of orders. */
  async agents({ id: userId, pId, agent, after }: Erasure): Promise<StepPosition> {
    if (!agent) return undefined;
    const { loader, writer } = this.dataAccess;
    const ids = await this.listFirst(
      SalesDocument,
      [[isNotNull('salesAgent'), contains('salesAgent', `"id":${userId},`)]],
      after,
    );
    await writer.lock(SalesDocument, ids);
    for (const { id, salesAgent } of await loader.listByIds(SalesDocument, ids, agentPlan)) {
      if (salesAgent?.id !== userId) continue;
      const updatedAt = this.clock.now();
      const patch = { salesAgent: { ...salesAgent, pId }, version: increment(1), updatedAt };
      await writer.update(SalesDocument, id, patch);
    }
    return toStepPosition(ids);
  }

  /** Lists the first rows after an id whose text contains one of several texts. */
  private listMentioning(
    entity: EntityClass<{ id: number }>,
    property: string,
    texts: readonly string[],
    after: number,
  ): Promise<number[]> {
    const alternatives: Condition[][] = [];
    for (let from = 0; from < texts.length; from += TEXTS_PER_STATEMENT) {
      const part = texts.slice(from, from + TEXTS_PER_STATEMENT);
      alternatives.push([anyOf(...part.map((text) => contains(property, text)))]);
    }
    return this.listFirst(entity, alternatives, after);
  }

  /** Lists the first rows after an id that fulfill all conditions of one of several lists. */
  private async listFirst(
    entity: EntityClass<{ id: number }>,
    alternatives: readonly (readonly Condition[])[],
    after: number,
  ): Promise<number[]> {
    const found = new Set<number>();
    for (const conditions of alternatives) {
      const all = [isAtLeast('id', after + 1), ...conditions];
      const options = { order: [{ property: 'id' as const }], limit: ROWS_PER_STEP };
      for (const id of await this.dataAccess.loader.listIds(entity, all, options)) found.add(id);
    }
    return [...found].sort((one, other) => one - other).slice(0, ROWS_PER_STEP);
  }

  /** Returns a function that erases file names in paths below the folders of a person's orders. */
  private async createPathEraser(
    userId: number,
    paths: readonly string[],
  ): Promise<(path: string) => string> {
    const isTheirs = await this.createDocumentCheck(userId, paths.map(parseOrderId));
    return (path) => {
      const id = parseOrderId(path);
      const folder = `${ATTACHMENTS_PREFIX}${id}/`;
      return isTheirs(id) && path !== folder ? `${folder}${ERASED_FILE}` : path;
    };
  }

  /** Returns a function that checks whether an id is that of a document of the person. */
  private async createDocumentCheck(
    userId: number,
    ids: readonly (number | undefined)[],
  ): Promise<(id: number | undefined) => boolean> {
    const known = [...new Set(ids.flatMap((id) => id ?? []))];
    const theirs = [isOneOf('id', known), is('userId', userId)];
    const found = await this.dataAccess.loader.listIds(SalesDocument, theirs);
    return (id) => id !== undefined && found.includes(id);
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
