import { extendTable, fillWithNow, instant, defineMigration } from './schema';

/** Tables that get a time of change, with the columns of the index for lists that are filtered by it. */
const tables: Readonly<Record<string, readonly string[]>> = {
  channels: ['updated_at'],
  definitions: ['updated_at'],
  elements: ['kind', 'updated_at'],
  headquarters: ['updated_at'],
  news: ['updated_at'],
  physical_locations: ['updated_at'],
  shopping_list_rows: ['list_id', 'updated_at'],
  tag_groups: ['updated_at'],
  tag_values: ['tag_id', 'updated_at'],
  tags: ['updated_at'],
  taxes: ['updated_at'],
  user_groups: ['updated_at'],
  zones: ['updated_at'],
};

/**
 * Times of the last changes of records. Existing records count as changed now. So a query for changes since a time
 * before the update misses nothing.
 */
export const ChangeTimes = defineMigration(120, 'ChangeTimes', [
  ...Object.entries(tables).flatMap(([table, index]) => [
    extendTable(table, { columns: { updated_at: instant({ nullable: true }) } }),
    fillWithNow(table, 'updated_at'),
    extendTable(table, { indexes: [index] }),
  ]),
  extendTable('document_shipments', { indexes: [['updated_at'], ['exported', 'updated_at']] }),
]);
