import { setTimeout as pause } from 'node:timers/promises';
import { type Database, Stores } from '../../src/database';
import { Dice } from '../support/generated-store';
import { MASTER_KEY } from '../support/service';
import { answering, succeed, WebhookReceiver } from '../support/webhook-receiver';
import type { Outcome } from './drill';
import type { Stage } from './stage';

const WRITERS = 40;
/** Changes of each record after it was made. */
const CHANGES = 2;
/** Milliseconds without an answer after which a writer asks again. */
const PATIENCE = 35_000;
/** Everything has been told by then, in milliseconds. */
const LATEST = 120_000;
const LONG_AGO = '2000-01-01 00:00:00.000';

const HEADERS = { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' };

/** How the drill is played. */
interface WebhooksPlay {
  readonly strikes: number;
  readonly seed: number;
  /** Records that are made. */
  readonly acts: number;
}

/** A webhook that was answered as received. */
interface Told {
  readonly webhookId: string;
  readonly position: number;
  readonly record: number;
}

/**
 * The receiver of a subscription is away while records are made and changed, comes back, and loses some answers, and the
 * service is killed. In the end it was told of every change, those of one record in their order, and what came twice
 * came under the same `webhook-id`.
 */
export async function playWebhooks(stage: Stage, play: WebhooksPlay): Promise<Outcome> {
  const begin = performance.now();
  const { strikes, acts } = play;
  const dice = new Dice(play.seed);
  const receiver = await WebhookReceiver.start();
  try {
    const told: Told[] = [];
    let isAway = true;
    receiver.answer = (response, { headers, body }) => {
      if (isAway) {
        answering(503)(response);
        return;
      }
      const { POSITION: position, ID: record } = JSON.parse(body) as Record<string, number>;
      told.push({
        webhookId: String(headers['webhook-id']),
        position: Number(position),
        record: Number(record),
      });
      // Received, but the service is not told so.
      if (dice.between(0, 19) === 0) response.destroy();
      else succeed(response);
    };
    const events = ['tagGroup.created', 'tagGroup.updated'];
    await send(stage.url, 'POST', '/webhooks', { webhooks: { url: receiver.url, events } });
    const due = Array.from({ length: strikes }, (_, at) =>
      Math.round((acts * (at + 1)) / (strikes + 1)),
    );
    const inFlight: number[] = [];
    let begun = 0;
    let attempts = 0;
    let underWay = 0;
    let last = Promise.resolve();
    const write = async (): Promise<void> => {
      while (begun < acts) {
        const number = ++begun;
        if (number === Math.round(acts / 2)) isAway = false;
        if (due.includes(number)) {
          inFlight.push(underWay);
          last = last.then(() => stage.kill());
          // Is told below, when the writers have ended.
          last.catch(() => undefined);
        }
        underWay++;
        const needed = await makeAndChange(stage.url, `told-${number}`);
        attempts += needed;
        underWay--;
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    await last;
    const entries = await stage.looking(settled);
    const violations = [...stage.violations, ...compare(told, entries)];
    const requests = acts * (CHANGES + 1);
    const retried = attempts - requests;
    const seconds = Math.round((performance.now() - begin) / 1000);
    const answered = requests;
    return { requests, answered, lost: retried, retried, inFlight, violations, seconds };
  } finally {
    await receiver.stop();
  }
}

/** Makes a record and changes it. @returns the attempts */
async function makeAndChange(url: string, pId: string): Promise<number> {
  const values = { pId, name: pId, itemType: 1, position: 1, priority: 0 };
  let attempts = await send(url, 'POST', '/customTagGroups', { customTagGroups: values });
  const found = await fetch(`${url}/v1/customTagGroups/getId/${pId}`, { headers: HEADERS }).catch(
    () => undefined,
  );
  if (found?.ok !== true) {
    await pause(50);
    return makeAndChange(url, pId);
  }
  const { ID: id } = (await found.json()) as { ID: number };
  for (let priority = 1; priority <= CHANGES; priority++)
    attempts += await send(url, 'PUT', `/customTagGroups/${id}`, { customTagGroups: { priority } });
  return attempts;
}

/** Sends a request until an answer says that it is done. @returns the attempts */
async function send(url: string, method: string, path: string, body: object): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const status = await fetch(`${url}/v1${path}`, {
      method,
      headers: HEADERS,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    }).then(
      (answer) => answer.text().then(() => answer.status),
      () => 0,
    );
    // 409: an attempt without an answer had made it.
    if (status === 200 || status === 201 || status === 409) return attempt;
    await pause(50);
  }
}

interface Entry {
  readonly position: number;
  readonly record_id: number;
}

/** All entries that a webhook wants, once all have been told. @throws Error when some are not in time */
async function settled(database: Database): Promise<Entry[]> {
  const { unitOfWork } = Stores.over(database);
  const until = performance.now() + LATEST;
  for (;;) {
    // Nobody wants to wait for the next attempts in a drill.
    await unitOfWork.run(() =>
      database.change(
        "UPDATE outbox_messages SET due_at = ? WHERE state = 'pending' AND holder IS NULL",
        [LONG_AGO],
      ),
    );
    const [row] = await database.all<{ unnumbered: number; untold: number; undone: number }>(
      'SELECT (SELECT COUNT(*) FROM journal_entries WHERE position IS NULL) AS unnumbered, ' +
        '(SELECT COUNT(*) FROM webhooks w, journal_numbering n WHERE w.position < n.`last`) AS untold, ' +
        "(SELECT COUNT(*) FROM webhook_deliveries WHERE state IN ('waiting', 'pending')) AS undone",
    );
    if (row && row.unnumbered + row.untold + row.undone === 0) break;
    if (performance.now() > until) throw new Error(`Not all was told: ${JSON.stringify(row)}`);
    await pause(200);
  }
  return database.all<Entry>(
    "SELECT position, record_id FROM journal_entries WHERE kind = 'tagGroup' ORDER BY position",
  );
}

/** How what was told differs from what was to be told. */
function compare(told: readonly Told[], entries: readonly Entry[]): string[] {
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
