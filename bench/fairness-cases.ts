import type { StoreSize } from './lines';

/** How long a read by id may take at the 99th percentile, whatever others ask for. */
export const P99_GOAL_MS = 25;

/** Orders of the page that is large. */
export const LARGE_PAGE_ORDERS = 150;

/** Something heavy that is asked for again and again. */
export interface Neighbour {
  readonly name: 'search' | 'pending' | 'recent' | 'large' | 'import' | 'pictures' | 'pdfs';
  readonly title: string;
  /** That ask for it at the same time. */
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
  { name: 'pdfs', title: 'two clients that have invoices drawn', clients: 2 },
];

/** How much is measured. */
export interface FairnessEffort {
  readonly users: number;
  readonly orders: StoreSize;
  /** Rows of each of the orders that are large. */
  readonly largeRows: number;
  /** Reads by id a second, whether answers come or not. */
  readonly rate: number;
  /** Of each measurement. */
  readonly seconds: number;
  /** Pixels. */
  readonly picture: { readonly width: number; readonly height: number };
}
