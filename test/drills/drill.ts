import { setTimeout as pause } from 'node:timers/promises';
import { MASTER_KEY } from '../support/service/service';
import { Dice } from '../support/random/generated-store';
import { WebhookReceiver } from '../support/servers/webhook-receiver';
import { findViolations, type SubjectWithState } from './checker';
import { Client, DrillSession } from './client';
import type { Fault } from './faults';
import type { SentRequest } from './sent-request';
import type { Stage } from './stage';
import { FaultInjector } from './fault-injector';
import { type StrikeImpact, measureImpacts } from './strikes';
import type { Subject } from './subject';
import { Balances, voucherCodes } from './subjects/balances';
import { Counters } from './subjects/counters';
import { Files } from './subjects/files';
import { FreshReads } from './subjects/fresh-reads';
import { Invoices } from './subjects/invoices';
import { Orders } from './subjects/orders';
import { ReturnedUnits } from './subjects/returned-units';
import { SingleOwners } from './subjects/single-owners';
import { TagGroups } from './subjects/tag-groups';
import { Webhooks } from './subjects/webhooks';

const CLIENTS = 40;
/** How many things each client does at once: 120 requests are in flight. */
const REQUESTS_PER_CLIENT = 3;

/** How a drill is played. */
export interface DrillPlan {
  /** Strike once each, one after the other. */
  readonly faults: readonly Fault[];
  readonly seed: number;
  /** How many things the clients do together; most are one request. */
  readonly acts: number;
  /** Milliseconds that a client rests after each; none by default. */
  readonly rest?: number;
  readonly files: 'local' | 's3';
}

/** The result of a drill. */
export interface DrillOutcome {
  readonly requests: number;
  readonly answered: number;
  /** Attempts that no answer came for. */
  readonly lost: number;
  readonly retried: number;
  /** Requests under way at each strike. */
  readonly inFlight: readonly number[];
  readonly violations: readonly string[];
  readonly seconds: number;
  /** The effects of each strike that the clients have seen; absent where they are not measured. */
  readonly impacts?: readonly StrikeImpact[];
  /** Answers a second while the clients worked. */
  readonly rate?: number;
}

/** Lets 40 clients work on a service while a fault is injected, and compares the final state with their record. */
export async function runDrill(stage: Stage, plan: DrillPlan): Promise<DrillOutcome> {
  const begin = performance.now();
  const receiver = await WebhookReceiver.start();
  try {
    const subjects = createSubjects(plan, receiver);
    await importLines(
      stage,
      subjects.flatMap(({ lines }) => lines),
    );
    const line = new DrillSession(stage.url);
    const filled = performance.now();
    const worked = await work(stage, plan, subjects, line);
    const ended = performance.now();
    await stage.drain();
    const watched = await stage.final(async (final) => {
      const read: SubjectWithState[] = [];
      for (const subject of subjects) read.push({ subject, state: await subject.read(final) });
      return read;
    });
    const violations = [...stage.violations, ...findViolations(line.sent, watched)];
    const counts = countRequests(line.sent);
    return {
      ...{ ...counts, violations, inFlight: worked.map((one) => one.inFlight) },
      seconds: Math.round((performance.now() - begin) / 1000),
      impacts: measureImpacts(line, worked, ended),
      rate: Math.round((counts.answered * 1000) / (ended - filled)),
    };
  } finally {
    await receiver.stop();
  }
}

function createSubjects({ faults, files }: DrillPlan, receiver: WebhookReceiver): Subject[] {
  const orders = new Orders(voucherCodes);
  const areGentle = faults.every(({ isGentle }) => isGentle);
  return [
    new SingleOwners(),
    new Balances(),
    new TagGroups(),
    orders,
    new Invoices(orders),
    new ReturnedUnits(),
    new Files(files === 's3' || !areGentle),
    new Webhooks(receiver, areGentle),
    new FreshReads(),
    new Counters(),
  ] as Subject[];
}

/** All clients work until everything is done; the faults strike in between. @returns their strikes */
async function work(
  stage: Stage,
  { faults, seed, acts, rest = 0 }: DrillPlan,
  subjects: readonly Subject[],
  line: DrillSession,
): ReturnType<FaultInjector['ended']> {
  const striker = new FaultInjector(stage, line, acts, faults);
  let begun = 0;
  const runClient = async (client: Client): Promise<void> => {
    while (!striker.isOver(begun)) {
      striker.begun(++begun);
      await client.dice.pick(subjects).act(client);
      if (rest > 0) await pause(rest * (0.5 + client.dice.next()));
    }
  };
  const clients = Array.from({ length: CLIENTS * REQUESTS_PER_CLIENT }, (_, at) => {
    const name = `c${Math.floor(at / REQUESTS_PER_CLIENT)}-${at % REQUESTS_PER_CLIENT}`;
    return new Client(name, new Dice(seed * 1000 + at), line);
  });
  await Promise.all(clients.map(runClient));
  return striker.ended();
}

/** Puts lines into the store, all at once. @throws Error when one is rejected */
export async function importLines(stage: Stage, lines: readonly object[]): Promise<void> {
  const answer = await fetch(`${stage.url}/v1/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  const { rejected, errors } = (await answer.json()) as { rejected?: number; errors?: unknown };
  if (rejected !== 0) throw new Error(`The store could not be filled: ${JSON.stringify(errors)}`);
}

/** Totals of the clients' record. */
export function countRequests(
  sent: readonly SentRequest[],
): Pick<DrillOutcome, 'requests' | 'answered' | 'lost' | 'retried'> {
  const sum = (value: (one: SentRequest) => number) =>
    sent.reduce((all, one) => all + value(one), 0);
  return {
    requests: sent.length,
    answered: sum(({ end }) => (end < Infinity ? 1 : 0)),
    lost: sum(({ lost }) => lost),
    retried: sum(({ attempts }) => attempts - 1),
  };
}
