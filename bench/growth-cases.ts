import type { EngineName } from './databases';
import { USERS_PER_ORDER } from './growth-records';

/** Instants that a share of the records lies behind. */
export interface TimeBounds {
  readonly lastUsed: string;
  readonly updatedAt: string;
}

/** The store of one size. */
export interface GrownStore {
  readonly users: number;
  readonly bounds: TimeBounds;
}

/** A request that is measured in stores of all sizes. */
export interface GrowthCase {
  readonly title: string;
  /** Milliseconds that it may take at any size. */
  readonly goal?: Readonly<Record<EngineName, number>>;
  /** Times what it takes in the smallest store that it may take in the largest one. */
  readonly growth?: number;
  path(store: GrownStore): string;
  /** Pages by NEXT that are gone through before the one that is measured. */
  readonly steps?: number;
}

const first = { sqlite: 15, mysql: 25 };
const searched = { sqlite: 30, mysql: 60 };
const numbered = { sqlite: 20, mysql: 60 };
const bounded = { sqlite: 20, mysql: 25 };
/** By id and by NEXT. */
const FLAT_GROWTH = 1.5;

/** The share of the records that filters by time leave. */
export const BOUNDED_SHARE = 0.27;

const random = (most: number): number => 1 + Math.floor(Math.random() * most);
/** A page in the middle, at most the 5,000th. */
const toDeepPage = (records: number): number =>
  Math.max(1, Math.min(5000, Math.floor(records / 200)));

export const growthCases: readonly GrowthCase[] = [
  { title: 'user by id', growth: FLAT_GROWTH, path: ({ users }) => `/v1/users/${random(users)}` },
  {
    title: 'order by id',
    growth: FLAT_GROWTH,
    path: ({ users }) => `/v1/orders/${random(Math.floor(users / USERS_PER_ORDER))}`,
  },
  { title: 'users, page 1', goal: first, path: () => '/v1/users' },
  { title: 'users, fifth page by NEXT', growth: FLAT_GROWTH, steps: 4, path: () => '/v1/users' },
  {
    title: 'users, page in the middle by number (at most 5,000)',
    goal: numbered,
    path: ({ users }) => `/v1/users?page=${toDeepPage(users)}`,
  },
  { title: 'users counted', goal: first, path: () => '/v1/users/count' },
  { title: 'users, q=gar', goal: searched, path: () => '/v1/users?q=gar' },
  { title: 'users, q=ada garcia', goal: searched, path: () => '/v1/users?q=ada+garcia' },
  { title: 'users counted, q=gar', goal: searched, path: () => '/v1/users/count?q=gar' },
  {
    title: 'users, lastUsed_min (27 %)',
    goal: bounded,
    path: ({ bounds }) => `/v1/users?lastUsed_min=${bounds.lastUsed}`,
  },
  { title: 'orders, page 1', goal: first, path: () => '/v1/orders' },
  {
    title: 'orders, updatedAt_min (27 %)',
    goal: bounded,
    path: ({ bounds }) => `/v1/orders?updatedAt_min=${bounds.updatedAt}`,
  },
  {
    title: 'orders pending, page 1',
    goal: { sqlite: 8, mysql: 25 },
    path: () => '/v1/orders/pending',
  },
  {
    title: 'orders pending, fifth page by NEXT',
    growth: FLAT_GROWTH,
    steps: 4,
    path: () => '/v1/orders/pending',
  },
];
