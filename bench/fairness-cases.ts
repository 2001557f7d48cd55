import type { StoreSize } from './lines';

/** Maximum time of a read by id at the 99th percentile during other requests. */
export const P99_GOAL_MS = 25;

/** Number of orders on the large page. */
export const LARGE_PAGE_ORDERS = 150;

/** Expensive requests that are sent again and again during the measurement. */
export interface Neighbour {
  readonly name: 'search' | 'pending' | 'recent' | 'large' | 'import' | 'pictures' | 'pdfs';
  readonly title: string;
  /** Number of clients that send them concurrently. */
  readonly clients: number;
  readonly path?: string;
}

export const NEIGHBOURS: readonly Neighbour[] = [
  {
    name: 'search',
    title: 'four clients that search users by three letters',
    ...{ clients: 4, path: '/v1/users?q=gar&page=3' },
  },
  {
    name: 'pending',
    title: 'two clients that list pending orders as documents',
    ...{ clients: 2, path: '/v1/orders/pending?expand=document' },
  },
  {
    name: 'recent',
    title: 'two clients that list users by the time of their last use',
    ...{ clients: 2, path: '/v1/users?lastUsed_min=2020-01-01T00:00:00Z&page=50' },
  },
  {
    name: 'large',
    title: `four pages of ${LARGE_PAGE_ORDERS} orders of 1,000 rows`,
    ...{ clients: 4, path: `/v1/orders?expand=document&perPage=${LARGE_PAGE_ORDERS}` },
  },
  { name: 'import', title: 'an import of orders of 1,000 rows', clients: 1 },
  { name: 'pictures', title: 'two clients that upload pictures', clients: 2 },
  {
    name: 'pdfs',
    title: 'two clients that download an order as PDF',
    ...{ clients: 2, path: '/v1/orders/1/document/pdf' },
  },
];

/** The extent of the measurement. */
export interface FairnessEffort {
  readonly users: number;
  readonly orders: StoreSize;
  /** Number of rows per large order. */
  readonly largeRows: number;
  /** Reads by id per second, whether responses arrive or not. */
  readonly rate: number;
  /** Duration of each measurement in seconds. */
  readonly seconds: number;
  /** Size in pixels. */
  readonly picture: { readonly width: number; readonly height: number };
}
