/** The content of a database: generated orders, content, customers, uniform orders, or invoices. */
export type StoreKind = 'orders' | 'content' | 'users' | 'fourRows' | 'wide' | 'invoices';

/** A request that is measured. `goal` is the minimum ratio of the service's rate to the baseline's. */
export interface ReadCase {
  readonly name: string;
  readonly title: string;
  readonly goal: number;
  /** The store that it reads. */
  readonly store: StoreKind;
  /** The kind of response: a record, a page with a count, or a whole list; `nothing` means 404. */
  readonly answers: 'record' | 'page' | 'list' | 'nothing';
  /** The records that its ids belong to; without it, the request is always the same. */
  readonly ids?:
    | 'tagGroups'
    | 'orders'
    | 'tags'
    | 'zones'
    | 'furnishedUsers'
    | 'fourRowOrders'
    | 'wideOrders';
  /** Path with query. */
  path(id: number): string;
}

/** Records per page. */
export const PAGE_RECORDS = 100;

export const readCases: readonly ReadCase[] = [
  {
    name: 'unknown-path',
    title: 'an unknown path',
    goal: 0.5,
    store: 'content',
    answers: 'nothing',
    path: () => '/v1/nothing',
  },
  {
    name: 'tag-group',
    title: 'a tag group by id',
    goal: 0.65,
    store: 'content',
    answers: 'record',
    ids: 'tagGroups',
    path: (id) => `/v1/customTagGroups/${id}`,
  },
  {
    name: 'order',
    title: 'an order document by id',
    goal: 0.65,
    store: 'orders',
    answers: 'record',
    ids: 'orders',
    path: (id) => `/v1/orders/${id}`,
  },
  {
    name: 'orders',
    title: 'a page of 100 orders and their count',
    goal: 0.75,
    store: 'orders',
    answers: 'page',
    path: () => `/v1/orders?page=1&perPage=${PAGE_RECORDS}`,
  },
  {
    name: 'pending',
    title: '100 pending orders as documents',
    goal: 0.55,
    store: 'orders',
    answers: 'page',
    path: () => `/v1/orders/pending?expand=document&perPage=${PAGE_RECORDS}`,
  },
  {
    name: 'tag',
    title: 'a tag by id, with its groups and languages',
    goal: 0.65,
    store: 'content',
    answers: 'record',
    ids: 'tags',
    path: (id) => `/v1/customTags/${id}`,
  },
  {
    name: 'tag-values',
    title: 'the 20 values of a tag, with their languages',
    goal: 0.65,
    store: 'content',
    answers: 'record',
    ids: 'tags',
    path: (id) => `/v1/customTags/${id}/values`,
  },
  {
    name: 'news',
    title: 'a page of 100 news with languages and items',
    goal: 0.55,
    store: 'content',
    answers: 'page',
    path: () => `/v1/news?page=1&perPage=${PAGE_RECORDS}`,
  },
  {
    name: 'changes',
    title: '1,000 entries of the journal',
    goal: 0.55,
    store: 'content',
    answers: 'list',
    path: () => '/v1/changes?limit=1000',
  },
  {
    name: 'filters',
    title: 'reverse look-up of a filter over 100,000 items',
    goal: 0.65,
    store: 'content',
    answers: 'list',
    ids: 'zones',
    path: (id) => `/v1/util/filters/news/9/${id}`,
  },
  {
    name: 'search',
    title: 'q over 100,000 locations',
    goal: 0.75,
    store: 'content',
    answers: 'page',
    path: () => `/v1/physicalLocations?q=market%20sev&perPage=${PAGE_RECORDS}`,
  },
  {
    name: 'user',
    title: 'a user by id, with 3 addresses and 10 tags',
    goal: 0.65,
    store: 'users',
    answers: 'record',
    ids: 'furnishedUsers',
    path: (id) => `/v1/users/${id}`,
  },
  {
    name: 'users',
    title: 'a page of 100 users with addresses and tags',
    goal: 0.55,
    store: 'users',
    answers: 'page',
    path: () => `/v1/users?page=1&perPage=${PAGE_RECORDS}`,
  },
  {
    name: 'user-search',
    title: 'q over 1,000,000 users',
    goal: 0.75,
    store: 'users',
    answers: 'page',
    path: () => `/v1/users?q=marta%20garc&perPage=${PAGE_RECORDS}`,
  },
  {
    name: 'user-count',
    title: 'how many of 1,000,000 users q finds',
    goal: 0.75,
    store: 'users',
    answers: 'record',
    path: () => '/v1/users/count?q=marta%20garc',
  },
  {
    name: 'order-4',
    title: 'an order document with 4 rows',
    goal: 0.65,
    store: 'fourRows',
    answers: 'record',
    ids: 'fourRowOrders',
    path: (id) => `/v1/orders/${id}`,
  },
  {
    name: 'order-200',
    title: 'an order document with 200 rows',
    goal: 0.65,
    store: 'wide',
    answers: 'record',
    ids: 'wideOrders',
    path: (id) => `/v1/orders/${id}`,
  },
  {
    name: 'invoices-1',
    title: 'page 1 of 250,000 invoices and their count',
    goal: 0.75,
    store: 'invoices',
    answers: 'page',
    path: () => `/v1/invoices?page=1&perPage=${PAGE_RECORDS}`,
  },
  {
    name: 'invoices-2500',
    title: 'page 2,500 of 250,000 invoices',
    goal: 0.75,
    store: 'invoices',
    answers: 'page',
    path: () => `/v1/invoices?page=2500&perPage=${PAGE_RECORDS}`,
  },
];

/** Compares an import of NDJSON records with plain INSERTs of the resulting rows. */
export interface ImportCase {
  readonly name: string;
  readonly title: string;
  readonly goal: number;
  readonly lines: 'orders' | 'customers';
}

export const importCases: readonly ImportCase[] = [
  { name: 'import', title: 'import of orders', goal: 0.3, lines: 'orders' },
  {
    name: 'user-import',
    title: 'import of users without passwords',
    goal: 0.3,
    lines: 'customers',
  },
];

/** Compares a whole export with bare SELECTs of the same rows, in MiB of the export per second. */
export const exportCase = {
  name: 'export',
  title: 'export of everything, MiB',
  goal: 0.4,
} as const;

/** Maximum resident memory of the service after the load, and of imports and exports, in MiB. */
export const MEMORY_GOAL_MIB = 300;

export const caseNames: readonly string[] = [
  ...readCases.map(({ name }) => name),
  ...importCases.map(({ name }) => name),
  exportCase.name,
];
