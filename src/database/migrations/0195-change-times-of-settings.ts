import { extendTable, fillWithNow, instant, defineMigration } from './schema';

const tables = ['api_keys', 'exports', 'status_actions', 'webhooks'];

/** Times of the last changes of keys, exports, status actions and webhooks. Existing records count as changed now. */
export const ChangeTimesOfSettings = defineMigration(
  195,
  'ChangeTimesOfSettings',
  tables.flatMap((table) => [
    extendTable(table, { columns: { updated_at: instant({ nullable: true }) } }),
    fillWithNow(table, 'updated_at'),
    extendTable(table, { indexes: [['updated_at']] }),
  ]),
);
