import { setTimeout as pause } from 'node:timers/promises';
import { type Database, DataAccess } from '../../src/database';
import { Dice } from '../support/random/generated-store';
import {
  respondWithStatus,
  respondWithSuccess,
  WebhookReceiver,
} from '../support/servers/webhook-receiver';
import { Client, DrillSession } from './client';
import { countRequests, type DrillOutcome } from './drill';
import type { Fault } from './faults';
import { responseOf, type SentRequest } from './sent-request';
import type { Stage } from './stage';
import { FaultInjector } from './fault-injector';

const WRITERS = 40;
/** Changes of each record after it was made. */
const CHANGES = 2;
/** Everything has been delivered by then, in milliseconds. */
const DELIVERY_TIMEOUT_MS = 120_000;
const LONG_AGO = '2000-01-01 00:00:00.000';
const PATH = '/customTagGroups';

/** How the drill is played. */
interface WebhooksDrillPlan {
  /** Strike once each, one after the other. */
  readonly faults: readonly Fault[];
  readonly seed: number;
  /** Records that are made. */
  readonly acts: number;
}

/** A webhook that was answered as received. */
interface AcknowledgedWebhook {
  readonly webhookId: string;
  readonly position: number;
  readonly record: number;
}

/**
 * The receiver of a subscription is away while records are made and changed. It comes back and loses some answers,
 * and the service is killed. In the end the receiver got every change, those of one record in their order. Repeated
 * deliveries had the same `webhook-id`.
 */
export async function runWebhooksDrill(
  stage: Stage,
  play: WebhooksDrillPlan,
): Promise<DrillOutcome> {
  const begin = performance.now();
  const { faults, acts, seed } = play;
  const dice = new Dice(seed);
  const receiver = await WebhookReceiver.start();
  try {
    const told: AcknowledgedWebhook[] = [];
    let isAway = true;
    receiver.respond = (response, { headers, body }) => {
      if (isAway) {
        respondWithStatus(503)(response);
        return;
      }
      const { POSITION: position, ID: record } = JSON.parse(body) as Record<string, number>;
      told.push({
        webhookId: String(headers['webhook-id']),
        position: Number(position),
        record: Number(record),
      });
      // Received, but the service gets no answer.
      if (dice.between(0, 19) === 0) response.destroy();
      else respondWithSuccess(response);
    };
    const events = ['tagGroup.created', 'tagGroup.updated'];
    const line = new DrillSession(stage.url);
    const clients = Array.from(
      { length: WRITERS },
      (_, at) => new Client(`w${at}`, new Dice(seed * 1000 + at), line),
    );
    await subscribe(clients[0] as Client, receiver.url, events);
    const striker = new FaultInjector(stage, line, acts, faults);
    let begun = 0;
    const write = async (client: Client): Promise<void> => {
      while (!striker.isOver(begun)) {
        const number = ++begun;
        if (number === Math.round(acts / 2)) isAway = false;
        striker.begun(number);
        await makeAndChange(client, `told-${number}`);
      }
    };
    await Promise.all(clients.map(write));
    const struck = await striker.ended();
    const entries = await stage.withDatabase(waitForDeliveries);
    const violations = [
      ...stage.violations,
      ...listUnsuccessful(line.sent),
      ...findDifferences(told, entries),
    ];
    const inFlight = struck.map((one) => one.inFlight);
    const seconds = Math.round((performance.now() - begin) / 1000);
    return { ...countRequests(line.sent), inFlight, violations, seconds };
  } finally {
    await receiver.stop();
  }
}

function subscribe(client: Client, url: string, events: readonly string[]): Promise<SentRequest> {
  const body = { webhooks: { url, events } };
  return client.send({ kind: 'webhook', about: url, method: 'POST', path: '/webhooks', body });
}

async function makeAndChange(client: Client, pId: string): Promise<void> {
  const values = { pId, name: pId, itemType: 1, position: 1, priority: 0 };
  const made = await client.send({
    ...{ kind: 'group.create', about: pId, method: 'POST', path: PATH },
    body: { customTagGroups: values },
  });
  if (made.status !== 201) return;
  const path = `${PATH}/${responseOf<{ ID: number }>(made).ID}`;
  for (let priority = 1; priority <= CHANGES; priority++)
    await client.send({
      ...{ kind: 'group.change', about: pId, method: 'PUT', path },
      body: { customTagGroups: { priority } },
    });
}

/** Requests that were not done. */
function listUnsuccessful(sent: readonly SentRequest[]): string[] {
  return sent
    .filter(({ status }) => status !== 200 && status !== 201)
    .map(({ kind, about, status }) => `${kind} ${about} was not done: ${status}`);
}

interface Entry {
  readonly position: number;
  readonly record_id: number;
}

/** All entries that a webhook wants, once all have been delivered. @throws Error when some are not in time */
async function waitForDeliveries(database: Database): Promise<Entry[]> {
  const { unitOfWork } = DataAccess.forDatabase(database);
  const until = performance.now() + DELIVERY_TIMEOUT_MS;
  for (;;) {
    // A drill doesn't wait for the next attempts.
    await unitOfWork.run(() =>
      database.execute(
        "UPDATE outbox_messages SET due_at = ? WHERE state = 'pending' AND holder IS NULL",
        [LONG_AGO],
      ),
    );
    const [row] = await database.select<{ unnumbered: number; untold: number; undone: number }>(
      'SELECT (SELECT COUNT(*) FROM journal_entries WHERE position IS NULL) AS unnumbered, ' +
        '(SELECT COUNT(*) FROM webhooks w, journal_numbering n WHERE w.position < n.`last`) AS untold, ' +
        "(SELECT COUNT(*) FROM webhook_deliveries WHERE state IN ('waiting', 'pending')) AS undone",
    );
    if (row && row.unnumbered + row.untold + row.undone === 0) break;
    if (performance.now() > until) throw new Error(`Not all was told: ${JSON.stringify(row)}`);
    await pause(200);
  }
  return database.select<Entry>(
    "SELECT position, record_id FROM journal_entries WHERE kind = 'tagGroup' ORDER BY position",
  );
}

/** Differences between the delivered changes and the expected ones. */
function findDifferences(
  told: readonly AcknowledgedWebhook[],
  entries: readonly Entry[],
): string[] {
  const ids = new Map<number, Set<string>>();
  const reached = new Map<number, number>();
  const violations: string[] = [];
  for (const { webhookId, position, record } of told) {
    ids.set(position, (ids.get(position) ?? new Set()).add(webhookId));
    if ((reached.get(record) ?? 0) > position)
      violations.push(`Record ${record}: position ${position} came too late`);
    reached.set(record, Math.max(position, reached.get(record) ?? 0));
  }
  for (const { position } of entries) {
    const count = ids.get(position)?.size ?? 0;
    if (count !== 1) violations.push(`Position ${position} was told under ${count} ids`);
  }
  if (ids.size > entries.length) violations.push('Changes were told that there are none of');
  return violations;
}
