import { PAGE_RECORDS } from '../cases';

/** What the service and each peer are filled with: rows are those of each order. */
export const shop = { customers: 2000, orders: 2000, rows: 4 } as const;

/** How many times as many requests a second the service is to answer. */
export const GOAL = 4;

export const workNames = ['customer', 'order', 'customers', 'orders'] as const;
export type WorkName = (typeof workNames)[number];

/** What both are asked for. */
export interface Work {
  readonly title: string;
  readonly connections: number;
  /** Requests before any that count. */
  readonly warmUp: number;
  /** Finds the records in an answer, and their numbers. */
  readonly record: RegExp;
  /** Finds their parts: addresses or rows. */
  readonly part: RegExp;
  /** How many records and parts an answer has. */
  readonly records: number;
  readonly parts: number;
  /** How many records there are, where the answer has to tell. */
  readonly total?: number;
}

const customer = { record: /buyer(\d+)@example\.com/g, part: /"28013"/g };
const order = { record: /"bench-(\d+)"/g, part: /"B-\d+"/g };
const byId = { connections: 32, warmUp: 300, records: 1 };
/** Few at a time: some peers take seconds for one. */
const page = { connections: 4, warmUp: 12, records: PAGE_RECORDS };

export const works: Readonly<Record<WorkName, Work>> = {
  customer: { ...byId, ...customer, title: 'a customer by id, with an address', parts: 1 },
  order: { ...byId, ...order, title: `an order by id, with ${shop.rows} rows`, parts: shop.rows },
  customers: {
    ...page,
    ...customer,
    title: `a page of ${PAGE_RECORDS} customers and their count`,
    parts: PAGE_RECORDS,
    total: shop.customers,
  },
  orders: {
    ...page,
    ...order,
    title: `a page of ${PAGE_RECORDS} orders with their rows, and their count`,
    parts: PAGE_RECORDS * shop.rows,
    total: shop.orders,
  },
};

/**
 * Holds an answer against what was asked for.
 * @param number of the record, where one was asked for
 * @throws Error where it is not that
 */
export function check(work: Work, answer: string, number: number | undefined): void {
  const records = new Set(Array.from(answer.matchAll(work.record), ([, digits]) => Number(digits)));
  const parts = Array.from(answer.matchAll(work.part)).length;
  const isTold = work.total === undefined || new RegExp(`:${work.total}\\b`).test(answer);
  const isAsked = number === undefined || records.has(number);
  if (records.size === work.records && parts === work.parts && isTold && isAsked) return;
  throw new Error(
    `${work.title}: the answer has ${records.size} records with ${parts} parts: ${answer.slice(0, 500)}`,
  );
}
