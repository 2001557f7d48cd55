/** A request that is measured. `goal` is the least ratio of service to baseline. */
export interface ReadCase {
  readonly name: string;
  readonly title: string;
  readonly goal: number;
  /** Which records its ids are of; without, it is always the same request. */
  readonly ids?: 'tagGroups' | 'orders';
  /** Path with query. */
  path(id: number): string;
}

/** Records on a page. */
export const PAGE = 100;

export const readCases: readonly ReadCase[] = [
  {
    name: 'tag-group',
    title: 'a tag group by id',
    goal: 0.65,
    ids: 'tagGroups',
    path: (id) => `/v1/customTagGroups/${id}`,
  },
  {
    name: 'order',
    title: 'an order document by id',
    goal: 0.65,
    ids: 'orders',
    path: (id) => `/v1/orders/${id}`,
  },
  {
    name: 'orders',
    title: 'a page of 100 orders and their count',
    goal: 0.75,
    path: () => `/v1/orders?page=1&perPage=${PAGE}`,
  },
  {
    name: 'pending',
    title: '100 pending orders as documents',
    goal: 0.55,
    path: () => `/v1/orders/pending?expand=document&perPage=${PAGE}`,
  },
];

/** Orders from lines of JSON against plain INSERTs of the rows that come of them. */
export const importCase = { name: 'import', title: 'import of orders', goal: 0.3 } as const;

/** Most resident memory of the service after all the load, in MiB. */
export const MEMORY_GOAL = 300;

export const caseNames: readonly string[] = [...readCases.map(({ name }) => name), importCase.name];
