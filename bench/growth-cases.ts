import type { EngineName } from './databases';
import { USERS_PER_ORDER } from './growth-records';

/** Times after which a certain share of the records was changed. */
export interface TimeBounds {
  readonly lastUsed: string;
  readonly updatedAt: string;
}

/** A store of one size. */
export interface GrownStore {
  readonly users: number;
  readonly bounds: TimeBounds;
}

/** A request that is measured in stores of all sizes. */
export interface GrowthCase {
  readonly title: string;
  /** Maximum time at any size, in milliseconds. */
  readonly goal?: Readonly<Record<EngineName, number>>;
  /** Maximum ratio of the time in the largest store to that in the smallest one. */
  readonly growth?: number;
  path(store: GrownStore): string;
  /** Number of pages that are followed by NEXT before the measured one. */
  readonly steps?: number;
}

const first = { sqlite: 15, mysql: 25 };
const searched = { sqlite: 30, mysql: 60 };
const numbered = { sqlite: 20, mysql: 60 };
const bounded = { sqlite: 20, mysql: 25 };
/** Growth limit of requests by id and by NEXT. */
const FLAT_GROWTH = 1.5;

/** The share of the records that filters by time match. */
export const BOUNDED_SHARE = 0.27;

const random = (max: number): number => 1 + Math.floor(Math.random() * max);
/** The number of a page in the middle, at most 5,000. */
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
