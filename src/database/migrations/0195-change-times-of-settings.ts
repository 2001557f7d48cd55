import { extendTable, fillWithNow, instant, defineMigration } from './schema';

const tables = ['api_keys', 'exports', 'status_actions', 'webhooks'];

/** When keys, exports, status actions and webhooks have changed last; those that are there count as changed now. */
export const ChangeTimesOfSettings = defineMigration(
  195,
  'ChangeTimesOfSettings',
  tables.flatMap((table) => [
    extendTable(table, { columns: { updated_at: instant({ nullable: true }) } }),
    fillWithNow(table, 'updated_at'),
    extendTable(table, { indexes: [['updated_at']] }),
  ]),
);
