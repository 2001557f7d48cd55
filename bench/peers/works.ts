import { PAGE_RECORDS } from '../cases';

/** Numbers of records in the service and each peer; `rows` are the rows per order. */
export const shop = { customers: 2000, orders: 2000, rows: 4 } as const;

/** The minimum ratio of the service's rate to the peer's. */
export const GOAL = 4;

export const workNames = ['customer', 'order', 'customers', 'orders'] as const;
export type WorkName = (typeof workNames)[number];

/** A request to both systems. */
export interface Work {
  readonly title: string;
  readonly connections: number;
  /** Number of requests before the measured ones. */
  readonly warmUp: number;
  /** Finds the records in a response, and their numbers. */
  readonly record: RegExp;
  /** Finds the parts of records: addresses or rows. */
  readonly part: RegExp;
  /** Numbers of records and parts in a response. */
  readonly records: number;
  readonly parts: number;
  /** Total number of records, if the response has to contain it. */
  readonly total?: number;
}

const customer = { record: /buyer(\d+)@example\.com/g, part: /"28013"/g };
const order = { record: /"bench-(\d+)"/g, part: /"B-\d+"/g };
const byId = { connections: 32, warmUp: 300, records: 1 };
/** Few, because some peers take seconds for one request. */
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
 * Checks a response.
 * @param number number of the requested record, if any
 * @throws Error if the response doesn't match the request
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
