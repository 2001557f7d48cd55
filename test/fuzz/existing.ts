import { type Dirent, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Database } from '../../src/database';
import type { Draw } from './draw';
import type { Target } from './target';

type Row = Readonly<Record<string, string | number | null>>;

/** So many of the newest records are drawn from. */
const MOST = 40;
/** Below this number of records, more are made. */
const FEW = 2;

const documents = (type: number, more = '1 = 1') =>
  `SELECT id, p_id, status FROM documents d WHERE type = ${type} AND ${more}`;
const elements = (kind: string) => `SELECT id, p_id FROM elements WHERE kind = '${kind}'`;
const without = (type: number) =>
  `NOT EXISTS (SELECT 1 FROM documents m WHERE m.parent_id = d.id AND m.type = ${type})`;

/** Where records stand that requests can name; each has the columns `id` and, where it has one, `p_id`. */
export const places = {
  apiKeys: "SELECT id FROM api_keys WHERE name LIKE 'f%'",
  webhooks: 'SELECT id FROM webhooks',
  channels: 'SELECT id, p_id FROM channels',
  headquarters: 'SELECT id, p_id FROM headquarters',
  zones: 'SELECT id, p_id, country_code FROM zones',
  taxes: 'SELECT id, p_id FROM taxes',
  subStatuses: 'SELECT id, p_id, document, status FROM sub_statuses',
  statusActions: 'SELECT id, p_id FROM status_actions',
  customTagGroups: 'SELECT id, p_id FROM tag_groups',
  customTags: 'SELECT id, p_id FROM tags',
  selectors: 'SELECT id, p_id FROM tags WHERE control_type = 5',
  tagValues: 'SELECT id, p_id, tag_id FROM tag_values',
  tagGroupLinks: 'SELECT id, tag_id, group_id FROM tag_group_links',
  tagsWithFreeGroups:
    'SELECT t.id, g.id AS group_id FROM tags t, tag_groups g WHERE NOT EXISTS ' +
    '(SELECT 1 FROM tag_group_links l WHERE l.tag_id = t.id AND l.group_id = g.id)',
  userTags:
    'SELECT t.id, t.control_type, t.value_for_all_languages AS whole, t.min_value, t.max_value, t.p_id ' +
    "FROM tags t WHERE t.item_type = 10 AND t.min_value = '' AND t.max_value = ''",
  orderTags:
    'SELECT t.id, t.control_type, t.value_for_all_languages AS whole, t.min_value, t.max_value, t.p_id ' +
    "FROM tags t WHERE t.item_type = 13 AND t.min_value = '' AND t.max_value = ''",
  exports: 'SELECT id FROM exports',
  madeExports: "SELECT id FROM exports WHERE state = 'done'",
  news: 'SELECT id, p_id FROM news',
  newsItems: 'SELECT id FROM filter_items WHERE target = 10',
  activityLimits: 'SELECT id FROM news_activity_limits',
  definitions: 'SELECT id, p_id FROM definitions',
  definitionItems: 'SELECT id FROM filter_items WHERE target = 9',
  filterItems: 'SELECT id, target, element_id, item_type, item_id FROM filter_items',
  physicalLocations: 'SELECT id, p_id FROM physical_locations',
  channelLocations: 'SELECT id, channel_id, location_id FROM channel_locations',
  freeLocations:
    'SELECT l.id, l.p_id, c.id AS channel_id FROM physical_locations l, channels c WHERE NOT EXISTS ' +
    '(SELECT 1 FROM channel_locations x WHERE x.location_id = l.id AND x.channel_id = c.id)',
  usersGroups: 'SELECT id, p_id FROM user_groups WHERE system_marker IS NULL',
  emptyGroups:
    'SELECT id, p_id FROM user_groups g WHERE system_marker IS NULL AND default_marker IS NULL ' +
    'AND NOT EXISTS (SELECT 1 FROM users u WHERE u.group_id = g.id)',
  users: "SELECT id, p_id, nick FROM users WHERE p_id <> 'fuzz-admin'",
  addresses: 'SELECT id, p_id, user_type FROM user_addresses',
  spareAddresses:
    'SELECT id FROM user_addresses a WHERE EXISTS ' +
    '(SELECT 1 FROM user_addresses o WHERE o.user_id = a.user_id AND o.id <> a.id)',
  vouchers: 'SELECT id, p_id, code FROM vouchers',
  userTagLinks: 'SELECT id, user_id, tag_id FROM user_tags',
  customers:
    'SELECT c.id AS customer_id, a.id FROM users c, users a WHERE c.sales_agent_id IS NULL ' +
    'AND c.id <> a.id AND a.agent = 1',
  agents: 'SELECT id, sales_agent_id FROM users WHERE sales_agent_id IS NOT NULL',
  suppliers: 'SELECT id, user_id, element_id, item_type FROM supplier_items',
  wishes: 'SELECT id, user_id, product_id FROM wishlist_items',
  shoppingLists: 'SELECT id FROM shopping_lists',
  shoppingRows: 'SELECT id, p_id FROM shopping_list_rows',
  products: elements('product'),
  categories: elements('category'),
  bundles: elements('bundle'),
  pages: elements('page'),
  shippingTypes: elements('shippingType'),
  paymentSystems: elements('paymentSystem'),
  warehouses: elements('warehouse'),
  orders: documents(1),
  openOrders: documents(1, `status NOT IN (6, -1, -11) AND ${without(2)}`),
  livingOrders: documents(1, 'status NOT IN (6, -1, -11)'),
  changeableOrders: documents(1, 'status <> -11'),
  unexportedOrders: `SELECT id, p_id, status, version FROM documents WHERE type = 1 AND exported = 0`,
  orderTagLinks:
    'SELECT t.id, t.document_id, t.tag_id FROM document_tags t JOIN documents d ' +
    'ON d.id = t.document_id WHERE d.type = 1 AND t.row_id = 0 AND d.status <> -11',
  orderRows:
    'SELECT r.id, r.hash, r.document_id, r.quantity - r.returned AS free FROM document_rows r ' +
    'JOIN documents d ON d.id = r.document_id WHERE d.type = 1',
  returnableRows:
    'SELECT r.id, r.hash, r.document_id FROM document_rows r JOIN documents d ' +
    'ON d.id = r.document_id WHERE d.type = 1 AND d.status <> -11 AND (d.status NOT IN (6, -1) ' +
    'OR EXISTS (SELECT 1 FROM documents i WHERE i.type = 2 AND i.sole_parent_id = d.id)) ' +
    'AND r.no_return = 0 AND r.type <> 3 AND r.quantity - r.returned >= 1000',
  rowOptions:
    'SELECT o.id FROM document_row_options o JOIN documents d ON d.id = o.document_id WHERE d.type = 1',
  invoices: documents(2),
  creditNotes: documents(3),
  returns: documents(4),
  uncreditedReturns: documents(4, without(3)),
  rmas: documents(5),
  acceptedRmas: documents(5, `status = 5 AND ${without(4)}`),
  movableRmas: documents(5, 'status NOT IN (4, 6)'),
  unexportedRmas: `SELECT id, p_id, status, version FROM documents WHERE type = 5 AND exported = 0`,
  deliveryNotes: documents(6),
  shipments:
    'SELECT s.id, s.p_id, s.tracking_number, s.status, s.version FROM document_shipments s ' +
    'JOIN documents d ON d.id = s.document_id WHERE d.type = 1',
  trackedShipments:
    'SELECT id, tracking_number FROM document_shipments WHERE tracking_number IS NOT NULL',
  attachedOrders: "SELECT id, 'one.txt' AS name FROM documents WHERE p_id = 'fuzz-attached'",
  undeliveredShipments:
    'SELECT d.id, d.p_id FROM document_shipments d JOIN documents o ON o.id = d.document_id ' +
    `WHERE o.type = 1 AND o.status NOT IN (6, -1, -11) AND ${without(6)}`,
  unexportedShipments:
    'SELECT s.id, s.p_id, s.status, s.version FROM document_shipments s ' +
    'JOIN documents d ON d.id = s.document_id WHERE d.type = 1 AND s.exported = 0',
  shippedRows:
    'SELECT r.id, r.hash, r.document_id, r.shipment_id FROM document_shipment_rows r ' +
    'JOIN document_shipments s ON s.id = r.shipment_id JOIN documents o ON o.id = s.document_id ' +
    'WHERE s.status IN (1, 2) AND s.exported = 0 AND o.type = 1 AND o.status NOT IN (6, -1, -11) ' +
    'AND NOT EXISTS (SELECT 1 FROM documents n WHERE n.type = 6 AND n.sole_parent_id = s.id)',
  movableShipments:
    'SELECT s.id, s.status FROM document_shipments s JOIN documents d ON d.id = s.document_id ' +
    'WHERE d.type = 1 AND s.status <> 4',
} as const;

export type Place = keyof typeof places;

export const isListed = (place: string): place is Place => Object.hasOwn(places, place);

const ofTable = (place: string): string =>
  `SELECT id, p_id FROM ${place.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** The records that the store holds at the moment, so that requests can name them. */
export class Existing {
  private readonly known = new Map<string, readonly Row[]>();
  private readonly database: Database;
  private readonly folder: string;

  /** @param provide makes records of a place that has none left; what it can't make stays lacking */
  constructor(
    { database, folder }: Target,
    private readonly provide: (place: string) => Promise<void>,
  ) {
    this.database = database;
    this.folder = folder;
  }

  /** After a change: what is known may hold no longer. */
  forget(): void {
    this.known.clear();
  }

  /**
   * One of the newest records of a place; undefined while it has no records.
   * @param place one of `places`, or else a resource whose table has its name
   */
  async one(draw: Draw, place: string): Promise<Row | undefined> {
    const sql = `${isListed(place) ? places[place] : ofTable(place)} ORDER BY 1 DESC LIMIT ${MOST}`;
    let rows = await this.rows(sql);
    if (rows.length < FEW && place !== 'attachedOrders') {
      await this.provide(place);
      this.forget();
      rows = await this.rows(sql);
    }
    return rows.length === 0 ? undefined : draw.pick(rows);
  }

  /** Files of the file store, some of the newest. */
  files(): string[] {
    return this.stored((entry) => entry.isFile()).slice(-MOST);
  }

  folders(): string[] {
    return this.stored((entry) => entry.isDirectory()).slice(-MOST);
  }

  private stored(is: (entry: Dirent) => boolean): string[] {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => is(entry) && !/\.service/.test(`${entry.parentPath}/${entry.name}`))
      .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
      .filter((path) => path.startsWith('fuzz/'))
      .sort();
  }

  /** The tag values of a tag. */
  async valueOf(draw: Draw, tagId: number): Promise<Row | undefined> {
    const rows = await this.rows(`${places.tagValues} WHERE tag_id = ${tagId} LIMIT ${MOST}`);
    return rows.length === 0 ? undefined : draw.pick(rows);
  }

  /** A record by its table and id. */
  async byId(table: string, id: number): Promise<Row | undefined> {
    return (await this.rows(`SELECT * FROM ${table} WHERE id = ${id}`))[0];
  }

  private async rows(sql: string): Promise<readonly Row[]> {
    const known = this.known.get(sql) ?? (await this.read(sql));
    this.known.set(sql, known);
    return known;
  }

  private read(sql: string): Promise<readonly Row[]> {
    return this.database.select<Row>(sql).catch((cause: unknown) => {
      throw new Error(`Say in test/fuzz/existing.ts where these records are: ${sql}`, { cause });
    });
  }
}
