import { type ImportResponse, importLines } from '../../support/import';
import type { Service } from '../../support/service/service';
import { createOrder, smallOrder } from './sample-store';

export interface Run {
  ACTIONID: number;
  ACTIONTYPE: number;
  HISTORYACTIONSTATUS: number;
  PARAMETERS: { NAME: string; VALUE: string }[];
  SETTINGORDERSTATUSACTIONID: number;
}
export interface Entry {
  ID: number;
  FROMSTATUS: number;
  TOSTATUS: number;
  ACTIONS: Run[];
}
export interface Order {
  ID: number;
  PID: string;
  DOCUMENTNUMBER: string;
  STATUS: number;
  PAID: boolean;
  EXPORTSTATUS: number;
  STATUSES: Entry[];
  DELIVERY: { SHIPMENTS: { ID: number; STATUS: number; STATUSES: Entry[] }[] };
  VOUCHERS: { CODE: string; BALANCEPROCESSED: boolean; VOUCHERID: number }[];
}

/** Two shipments of an order's first line. */
export const shipments = [{ rows: [{ row: 0, quantity: 1 }] }, { rows: [] }];

let made = 0;

/** A line of an action of orders, with a pId of its own. */
export const actionLine = (action: string, status: number, values: object = {}) => ({
  ...{ type: 'statusAction', pId: `action-${++made}`, document: 'order', status, action },
  ...values,
});

/** Type and state of each run. */
export const states = (runs: readonly Run[]) =>
  runs.map(({ ACTIONTYPE, HISTORYACTIONSTATUS }) => [ACTIONTYPE, HISTORYACTIONSTATUS]);

/** Why a run failed. */
export const errorOf = (run: Run | undefined) =>
  run?.PARAMETERS.find(({ NAME }) => NAME === 'error')?.VALUE;

/** The status actions of a service, and the orders that set them off. */
export class ConfiguredActions {
  private configured: object[] = [];

  constructor(private readonly service: Service) {}

  /** Until `clear`. */
  async configure(...lines: object[]): Promise<void> {
    this.configured.push(...lines);
    const { created, errors } = await importLines(this.service, lines);
    expect({ created, errors }).toEqual({ created: lines.length, errors: [] });
  }

  async clear(): Promise<void> {
    const lines = this.configured.map((line) => ({ ...line, active: false }));
    this.configured = [];
    const { rejected }: ImportResponse = await importLines(this.service, lines);
    expect(rejected).toBe(0);
  }

  async order(values: object = {}): Promise<Order> {
    return (await createOrder(this.service, smallOrder(values))) as unknown as Order;
  }

  async read(id: number): Promise<Order> {
    const { status, body, text } = await this.service.get(`/v1/orders/${id}`);
    if (status !== 200) throw new Error(text);
    return body as Order;
  }

  async change(id: number, status: number, kind = 'orders', values: object = {}): Promise<void> {
    const path = `/v1/${kind}/${id}/changeStatus`;
    const answer = await this.service.put(path, { status, ...values });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  }

  /** Moves an order. @returns what it has become, and what ran */
  async moved(id: number, status: number, values: object = {}) {
    await this.change(id, status, 'orders', values);
    const after = await this.read(id);
    return { after, runs: after.STATUSES.at(-1)?.ACTIONS ?? [] };
  }
}
