import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookReceiver } from '../../support/servers/webhook-receiver';
import type { Client } from '../client';
import { responseOf } from '../sent-request';
import type { Subject } from '../subject';
import { Counters } from '../subjects/counters';
import { Files } from '../subjects/files';
import { FreshReads } from '../subjects/fresh-reads';
import { Invoices } from '../subjects/invoices';
import { Orders } from '../subjects/orders';
import { Webhooks } from '../subjects/webhooks';

/** The work of clients on one kind of record. */
type Work = Pick<Subject, 'lines' | 'act'>;

const USERS = 1000;
/** Lines of each import. */
const LINES = 20;
const POLL_INTERVAL_MS = 200;
/** The content of an export: small, so that many exports are made and swept. */
const TYPES = ['userGroup'];

/** Everything that clients do in a soak: each as often as it stands here. Nothing of it takes longer the more is stored. */
export function createMixedWork(receiver: WebhookReceiver): {
  lines: object[];
  next: readonly Work[];
} {
  const orders = new Orders();
  const weighed: readonly (readonly [number, Work])[] = [
    [20, orders],
    [4, new Invoices(orders)],
    [8, new Counters()],
    [8, new FreshReads()],
    [4, new Files()],
    [40, new Reads(orders)],
    [2, new Imports()],
    [1, new Exports()],
    [2, new InvoicePdfs()],
    // Webhooks of moved orders.
    [0, new Webhooks(receiver, true)],
  ];
  return {
    lines: weighed.flatMap(([, { lines }]) => lines),
    next: weighed.flatMap(([times, one]) => Array<Work>(times).fill(one)),
  };
}

/** Lists, searches and single records. */
class Reads implements Work {
  readonly lines = [];

  constructor(private readonly orders: Orders) {}

  async act(client: Client): Promise<void> {
    const { dice } = client;
    const order = this.orders.pickOrder(client);
    const path = dice.pick([
      ...(order === undefined ? [] : [`/orders/${order}`, `/orders/${order}/invoices`]),
      ...['/orders?perPage=20&sort=id.desc', '/news?perPage=20', '/users?perPage=20'],
      `/users?q=${pIdOf(dice.between(0, USERS - 1))}&perPage=20`,
      ...[`/users/getId/${pIdOf(dice.between(0, USERS - 1))}`, '/usersGroups'],
    ]);
    await client.get(path);
  }
}

/** Users that are imported again and again. */
class Imports implements Work {
  readonly lines = [
    { type: 'userGroup', pId: 'customers', name: 'Customers', defaultGroup: true },
    ...Array.from({ length: USERS }, (_, number) => userOf(number, 'Ada')),
  ];

  async act(client: Client): Promise<void> {
    const from = client.dice.between(0, USERS - LINES);
    const mark = client.mark();
    const lines = Array.from({ length: LINES }, (_, at) => userOf(from + at, mark));
    await client.send({
      kind: 'import',
      about: mark,
      mark,
      method: 'POST',
      path: '/import',
      lines,
    });
  }
}

/** Exports that are made, fetched and left to be swept. */
class Exports implements Work {
  readonly lines = [];

  async act(client: Client): Promise<void> {
    const about = client.mark();
    const body = { exports: { types: TYPES } };
    const made = await client.send({
      ...{ kind: 'export', about, mark: about, method: 'POST', path: '/exports', body },
    });
    if (made.status !== 201) return;
    const path = `/exports/${responseOf<{ ID: number }>(made).ID}`;
    let state: string | undefined = 'running';
    while (state === 'running') {
      await pause(POLL_INTERVAL_MS);
      state = (await client.get<{ STATE: string }>(path))?.STATE;
    }
    if (state === 'done') await client.get(`${path}/content`);
  }
}

/** The latest invoices, as PDF. */
class InvoicePdfs implements Work {
  readonly lines = [];

  async act(client: Client): Promise<void> {
    const path = '/invoices?perPage=5&sort=id.desc';
    const list = await client.get<{ invoices: { ID: number }[] }>(path);
    if (!list || list.invoices.length === 0) return;
    await client.get(`/invoices/${client.dice.pick(list.invoices).ID}/document/pdf`);
  }
}

const pIdOf = (number: number): string => `soak-${number}`;

function userOf(number: number, firstName: string): object {
  const pId = pIdOf(number);
  return {
    ...{ type: 'user', pId, email: `${pId}@example.com`, languageCode: 'en' },
    group: { pId: 'customers' },
    addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName }],
  };
}
