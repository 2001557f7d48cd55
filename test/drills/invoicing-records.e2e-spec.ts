/** @engine modules/sales/verifactu */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLoadPlan } from '../../src/core/load-plan';
import { type Database, DataAccess } from '../../src/database';
import { VerifactuChain, VerifactuRecord } from '../../src/modules/sales/verifactu';
import { hasDataSets, runScript } from '../real-data/data-sets';
import { cases } from '../support/random/cases';
import { Dice } from '../support/random/generated-store';
import { BuiltCommand, buildService } from '../support/servers/built-process';
import { temporaryFolder } from '../support/service/database';
import { until } from '../support/until';
import { AeatStandIn, type MessageConduct } from '../support/verifactu/aeat-stand-in';
import {
  listPending,
  masters,
  offices,
  OTHER_TAX_NUMBER,
  skipWaits,
  spanishOrder,
  TAX_NUMBER,
} from '../support/verifactu/verifactu-store';
import { Client, DrillSession } from './client';
import { responseOf, type SentRequest } from './sent-request';
import { withStage } from './short-drill';
import type { Stage } from './stage';

const ORDERS = cases(40, 1000);
const CLIENTS = 30;
/** How often a process is killed, spread over all orders. */
const KILLS = cases(1, 5);
const TIMEOUT_MS = 240_000 + ORDERS * 1000;
const PUSH_INTERVAL_MS = 500;
const CHAIN_SCRIPT = join(__dirname, '../support/verifactu/independent-chain.mjs');

/** Every tenth order is a small one of an unknown buyer, and every second of these is exchanged. */
const SMALL_EVERY = 10;
const SMALL_PRICE = 50;

const conducts: readonly MessageConduct[] = [
  ...(['answer', 'breakOff', 'answer', 'fault', 'slow'] as const),
  ...(['loseAnswer', 'answer', 'answer'] as const),
];

interface Row {
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
}

interface Sold {
  readonly rows: readonly Row[];
  readonly billingAddress: object;
}

interface Paper {
  readonly ID: number;
  readonly DOCUMENTNUMBER: string;
  readonly KIND: string;
  readonly TOTALS: { readonly TOTAL: number; readonly TOTALTAXES: number };
  readonly VERIFACTU: { readonly HASH: string; readonly STATE: string };
}

interface CheckedChain {
  readonly taxNumber: string;
  readonly records: number;
  readonly broken: readonly string[];
}

/** Rows and buyers of the data sets' orders; without data sets, some rows. */
async function readSales(): Promise<Sold[]> {
  if (!hasDataSets) {
    const row = (at: number): Row => ({
      ...{ name: `Camisa ${at % 7}`, quantity: 1 + (at % 4), price: 0.0625 + (at % 29) * 3.3333 },
    });
    return Array.from({ length: ORDERS }, (_, at) => ({
      rows: Array.from({ length: 1 + (at % 4) }, (_row, place) => row(at + place)),
      billingAddress: { countryCode: 'FR', firstName: 'Zoé', lastName: 'Martin' },
    }));
  }
  const scripts = ['order-life-lines.mjs', 'oracle-co.mjs'];
  const texts = await Promise.all(scripts.map((name) => runScript(name)));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  return lines
    .map((line) => JSON.parse(line) as { type: string; rows: Row[]; user: Sold })
    .filter(({ type }) => type === 'order')
    .map(({ rows, user: { billingAddress } }) => ({ rows, billingAddress }));
}

/** Makes the order of a sale: for a buyer with a tax number, one without, or that of the data set. */
function toOrder({ rows, billingAddress }: Sold, at: number, dice: Dice): object {
  const taxes = ['vat21', 'vat21', 'vat10', 'exempt'].map((pId) => [{ tax: { pId } }]);
  const isSmall = at % SMALL_EVERY === 0;
  const sold = isSmall ? rows.slice(0, 1).map(toSmallRow) : rows;
  const anonymous = { countryCode: 'ES', firstName: 'Eva' };
  return spanishOrder({
    pId: `trial-${at}`,
    headquarter: { pId: dice.pick(offices) },
    ...(dice.chance(0.3) && { user: { email: 'buyer@example.com', billingAddress } }),
    ...(isSmall && { user: { email: 'eva@example.com', billingAddress: anonymous } }),
    rows: sold.map(({ name, quantity, price }, place) => ({
      ...{ name, quantity, price, taxes: taxes[(at + place) % taxes.length] },
    })),
  });
}

const toSmallRow = ({ name, price }: Row): Row => ({
  ...{ name, quantity: 1, price: Math.min(price, SMALL_PRICE) },
});

/** Sends orders through their lives. */
class Sales {
  /** Requests that were not answered as they should. */
  readonly refused: string[] = [];

  constructor(private readonly sales: readonly Sold[]) {}

  async sell(client: Client, at: number): Promise<void> {
    const dice = new Dice(at);
    const sold = this.sales[at % this.sales.length] as Sold;
    const orders = toOrder(sold, at, dice);
    const order = await this.post<Paper>(client, '/orders', { orders });
    const invoice = order && (await this.post<Paper>(client, `/orders/${order.ID}/invoices`));
    if (!invoice) return;
    const next = dice.between(0, 9);
    if (at % (2 * SMALL_EVERY) === 0) await this.exchange(client, invoice);
    else if (next < 5) await this.credit(client, invoice, dice);
    else if (next === 5) await this.annul(client, 'invoices', invoice);
  }

  private async exchange(client: Client, { ID }: Paper): Promise<void> {
    const { billingAddress } = spanishOrder().user;
    const invoices = { billingAddress: { ...billingAddress } };
    await this.post(client, `/invoices/${ID}/full`, { invoices });
  }

  private async credit(client: Client, { ID, KIND }: Paper, dice: Dice): Promise<void> {
    const reasonCode = KIND === 'simplified' ? undefined : dice.pick(['R1', 'R2', 'R3', 'R4']);
    const creditNotes = { full: true, reason: 'Devolución', ...(reasonCode && { reasonCode }) };
    const note = await this.post<Paper>(client, `/invoices/${ID}/creditNotes`, { creditNotes });
    if (note && dice.chance(0.2)) await this.annul(client, 'creditNotes', note);
  }

  private async annul(client: Client, kind: string, { ID }: Paper): Promise<void> {
    await this.post(client, `/${kind}/${ID}/annulment`, { annulment: { reason: 'Error' } });
  }

  async post<T>(client: Client, path: string, body?: object): Promise<T | undefined> {
    const sent: SentRequest = await client.send({
      ...{ kind: path.replace(/\d+/, 'ID'), about: path, method: 'POST', path },
      ...(body && { body }),
    });
    if (sent.status === 201) return responseOf<T>(sent);
    this.refused.push(`${path}: ${sent.status} ${JSON.stringify(sent.answer)}`);
    return undefined;
  }
}

describe('Invoicing records under 30 clients', () => {
  let aeat: AeatStandIn;

  beforeAll(async () => {
    await buildService();
    aeat = await AeatStandIn.start([TAX_NUMBER, OTHER_TAX_NUMBER]);
  });

  afterAll(() => aeat.stop());

  it(
    `are one chain, arrive once and add up: ${ORDERS} orders, two processes, ${KILLS} kills`,
    () => withStage(play, { processes: 2, settings: aeat.environment }),
    TIMEOUT_MS,
  );

  async function play(stage: Stage): Promise<void> {
    const session = new DrillSession(stage.url);
    const operator = new Client('operator', new Dice(0), session);
    const modes = offices.map((pId) => ({
      ...{ type: 'verifactu', headquarter: { pId }, mode: 'test' },
    }));
    for (const lines of [masters, modes]) {
      const path = '/import';
      const sent = await operator.send({ kind: 'import', about: '', method: 'POST', path, lines });
      expect(sent.answer).toMatchObject({ rejected: 0 });
    }
    misbehave();
    const sales = new Sales(await readSales());
    let next = 0;
    const sellAll = async (client: Client): Promise<void> => {
      for (let at = next++; at < ORDERS; at = next++) await sales.sell(client, at);
    };
    const clients = Array.from(
      { length: CLIENTS },
      (_, at) => new Client(`client-${at}`, new Dice(at + 1), session),
    );
    const selling = Promise.all(clients.map(sellAll));
    const pushing = stage.withDatabase((database) => pushOn(database, () => next >= ORDERS));
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(() => next >= (ORDERS * kill) / (KILLS + 1));
      session.recoveredAt = Infinity;
      await stage.kill();
      session.recoveredAt = performance.now();
    }
    await Promise.all([selling, pushing]);
    expect(sales.refused).toEqual([]);
    await stage.withDatabase((database) => sendAll(database));
    expect(aeat.messages.length).toBeGreaterThan(conducts.indexOf('loseAnswer'));
    await correctAll(sales, operator, stage);

    expect(await aeat.listFaults()).toEqual([]);
    await expectSentAsStored(stage);
    await expectOneChainEach(stage);
    await expectSums(operator, stage);
  }

  /** AEAT is slow, breaks off and repeats itself, and takes some records only with errors, or not at all. */
  function misbehave(): void {
    aeat.conduct = (message) => conducts[message % conducts.length] ?? 'answer';
    aeat.judge = ({ hash, xml }) => {
      if (xml.includes('<sf:Subsanacion>S<') || xml.includes('<sf:RechazoPrevio>S<'))
        return 'accept';
      const drawn = Number.parseInt(hash.slice(0, 2), 16);
      return drawn < 20 ? 'reject' : drawn < 40 ? 'acceptWithErrors' : 'accept';
    };
  }

  /** Waiting times of minutes pass at once. */
  async function pushOn(database: Database, isOver: () => boolean): Promise<void> {
    const dataAccess = DataAccess.forDatabase(database);
    while (!isOver()) {
      await skipWaits(dataAccess);
      await pause(PUSH_INTERVAL_MS);
    }
  }

  async function sendAll(database: Database): Promise<void> {
    const dataAccess = DataAccess.forDatabase(database);
    await until(async () => {
      await skipWaits(dataAccess, { freesLeases: true });
      return (await listPending(dataAccess)).length === 0;
    });
  }

  async function correctAll(sales: Sales, operator: Client, stage: Stage): Promise<void> {
    const path = '/verifactu/records?state=rejected&perPage=100&sort=id.asc';
    for (;;) {
      const { RECORDS } = (await operator.get<{ RECORDS: Paper[] }>(path)) ?? { RECORDS: [] };
      if (RECORDS.length === 0) break;
      for (const { ID } of RECORDS) await sales.post(operator, `/verifactu/records/${ID}/retry`);
      await stage.withDatabase((database) => sendAll(database));
    }
    expect(sales.refused).toEqual([]);
  }

  async function expectSentAsStored(stage: Stage): Promise<void> {
    const plan = createLoadPlan(VerifactuRecord, ['chainId', 'sequence', 'xml']);
    const chainPlan = createLoadPlan(VerifactuChain, ['installation', 'stopped', 'lastError']);
    await stage.withDatabase(async (database) => {
      const { loader } = DataAccess.forDatabase(database);
      const records = await loader.listWhere(VerifactuRecord, [], plan);
      const chains = await loader.listWhere(VerifactuChain, [], chainPlan);
      expect(chains).toHaveLength(2);
      for (const { id, installation, stopped } of chains) {
        expect(stopped).toBeNull();
        const stored = records.filter(({ chainId }) => chainId === id);
        const inOrder = [...stored].sort((one, other) => one.sequence - other.sequence);
        expect(aeat.listReceived(installation)).toEqual(inOrder.map(({ xml }) => xml));
      }
    });
  }

  async function expectOneChainEach(stage: Stage): Promise<void> {
    const file = `${temporaryFolder()}.ndjson`;
    const exported = await BuiltCommand.run(stage.commandEnvironment, 'export', '--out', file);
    expect(exported).toMatchObject({ code: 0 });
    const script = spawnSync(process.execPath, [CHAIN_SCRIPT, file], { encoding: 'utf8' });
    const checked = script.stdout.split('\n').filter(Boolean);
    const chains = checked.map((line) => JSON.parse(line) as CheckedChain);
    expect(chains.flatMap(({ broken }) => broken)).toEqual([]);
    expect(script.status).toBe(0);
    expect(chains.map(({ taxNumber }) => taxNumber).sort()).toEqual(
      [OTHER_TAX_NUMBER, TAX_NUMBER].sort(),
    );
    const lines = readFileSync(file, 'utf8').split('\n');
    const records = lines.filter((line) => line.startsWith('{"type":"verifactuRecord"'));
    expect(chains.reduce((sum, one) => sum + one.records, 0)).toBe(records.length);
  }

  /** Each document has a record that was accepted, and the latest records have the amounts of the documents. */
  async function expectSums(operator: Client, stage: Stage): Promise<void> {
    const amounts = new Map<string, string>();
    for (const [kind, sign] of [
      ['invoices', 1],
      ['creditNotes', -1],
    ] as const) {
      for (const one of await listAll(operator, kind)) {
        expect(one.VERIFACTU.STATE).toMatch(/^accepted/);
        const { TOTAL, TOTALTAXES } = one.TOTALS;
        amounts.set(one.DOCUMENTNUMBER, toText(sign * TOTALTAXES, sign * TOTAL));
      }
    }
    const plan = createLoadPlan(VerifactuRecord, [
      'operation',
      'invoiceType',
      'number',
      'taxTotal',
      'total',
    ]);
    const recorded = new Map<string, string>();
    const kinds = new Set<string>();
    await stage.withDatabase(async (database) => {
      const { loader } = DataAccess.forDatabase(database);
      const found = await loader.listWhere(VerifactuRecord, [], plan);
      for (const { operation, invoiceType, number, taxTotal, total } of found) {
        kinds.add(invoiceType ?? operation);
        const text = toText((taxTotal ?? 0) / 10_000, (total ?? 0) / 10_000);
        if (operation === 'registration') recorded.set(number, text);
      }
    });
    expect(Object.fromEntries(recorded)).toEqual(Object.fromEntries(amounts));
    for (const type of ['F1', 'F2', 'F3', 'R1', 'R5', 'annulment']) expect(kinds).toContain(type);
    expect(amounts.size).toBeGreaterThanOrEqual(ORDERS);
  }

  async function listAll(operator: Client, kind: string): Promise<Paper[]> {
    const found: Paper[] = [];
    for (let page = 1; ; page++) {
      const query = `sort=id.asc&perPage=100&expand=document&page=${page}`;
      const listed = await operator.get<Record<string, Paper[]> & { items: number }>(
        `/${kind}?${query}`,
      );
      found.push(...(listed?.[kind] ?? []));
      if (!listed || found.length >= listed.items) return found;
    }
  }
});

function toText(taxes: number, total: number): string {
  return `${taxes.toFixed(2)} of ${total.toFixed(2)}`.replaceAll('-0.00', '0.00');
}
