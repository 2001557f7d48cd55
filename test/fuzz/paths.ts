import type { Described } from './described';
import type { Draw } from './draw';
import type { Existing, Place } from './existing';

type Row = Readonly<Record<string, unknown>>;
type Source = readonly [place: Place, columns: Readonly<Record<string, string>>];

const byId = { id: 'id' };

/** Where the parameters of paths come from, where the path doesn't begin with a place and `{id}` or `getId/{pId}`. */
const prefixes: Readonly<Record<string, Source>> = {
  '/v1/customTags/values/{id}': ['tagValues', byId],
  '/v1/definitions/definitionItems/{id}': ['definitionItems', byId],
  '/v1/exports/{id}/content': ['madeExports', byId],
  '/v1/news/activityLimits/{id}': ['activityLimits', byId],
  '/v1/news/newsItems/{id}': ['newsItems', byId],
  '/v1/orders/items/options/{id}': ['rowOptions', byId],
  '/v1/orders/items/{id}': ['orderRows', byId],
  '/v1/shipments/getId/{trackingNumber}': [
    'trackedShipments',
    { trackingNumber: 'tracking_number' },
  ],
  '/v1/users/addressbook/{id}': ['addresses', byId],
  '/v1/users/shoppingLists/rows/{id}': ['shoppingRows', byId],
  '/v1/users/shoppingLists/{id}': ['shoppingLists', byId],
  '/v1/users/vouchers/{id}': ['vouchers', byId],
};

/** Operations that need records in a state of their own, or records that belong together. */
const operations: Readonly<Record<string, Source>> = {
  createChannelPhysicalLocation: ['freeLocations', { id: 'channel_id' }],
  removeChannelPhysicalLocation: [
    'channelLocations',
    { id: 'channel_id', physicalLocationId: 'location_id' },
  ],
  updateChannelPhysicalLocation: [
    'channelLocations',
    { id: 'channel_id', physicalLocationId: 'location_id' },
  ],
  createTagGroupLink: ['tagsWithFreeGroups', byId],
  removeTagGroupLink: ['tagGroupLinks', { id: 'tag_id', groupId: 'group_id' }],
  createTagValue: ['selectors', byId],
  removeTagValueOfTag: ['tagValues', { id: 'tag_id', valueId: 'id' }],
  changeOrderStatus: ['orders', byId],
  updateOrderComments: ['changeableOrders', byId],
  updateOrderPaid: ['changeableOrders', byId],
  createOrderCustomTag: ['changeableOrders', byId],
  removeOrderCustomTag: ['orderTagLinks', { id: 'document_id', customTagId: 'tag_id' }],
  updateOrderCustomTag: ['orderTagLinks', { id: 'document_id', customTagId: 'tag_id' }],
  getOrderAttachment: ['attachedOrders', { id: 'id', value: 'name' }],
  createInvoice: ['openOrders', byId],
  receiveOrder: ['unexportedOrders', byId],
  createOrderShipment: ['shippedRows', { id: 'document_id' }],
  createRma: ['returnableRows', { id: 'document_id' }],
  receiveRma: ['unexportedRmas', byId],
  changeRmaStatus: ['movableRmas', byId],
  createReturn: ['acceptedRmas', byId],
  createCreditNote: ['uncreditedReturns', byId],
  createDeliveryNote: ['undeliveredShipments', byId],
  receiveShipment: ['unexportedShipments', byId],
  changeShipmentStatus: ['movableShipments', byId],
  getUserCustomTag: ['userTagLinks', { id: 'user_id', customTagId: 'tag_id' }],
  removeUserCustomTag: ['userTagLinks', { id: 'user_id', customTagId: 'tag_id' }],
  updateUserCustomTag: ['userTagLinks', { id: 'user_id', customTagId: 'tag_id' }],
  createUserSalesAgentCustomer: ['customers', { id: 'id', userId: 'customer_id' }],
  removeUserSalesAgentCustomer: ['agents', { id: 'sales_agent_id', userId: 'id' }],
  removeUserSupplierItem: [
    'suppliers',
    { id: 'user_id', productId: 'element_id', itemType: 'item_type' },
  ],
  removeUserWishlistItem: ['wishes', { id: 'user_id', productId: 'product_id' }],
  removeAddress: ['spareAddresses', byId],
  removeUsersGroup: ['emptyGroups', byId],
};

/** The numbers that filters' targets are stored by (platform/requests/filters), and what elements they are. */
const targets: Readonly<Record<string, readonly [number, Place]>> = {
  bundles: [5, 'bundles'],
  categories: [6, 'categories'],
  definitions: [9, 'definitions'],
  news: [10, 'news'],
  pages: [11, 'pages'],
  paymentSystems: [12, 'paymentSystems'],
  shippingTypes: [14, 'shippingTypes'],
};

/** Values for the parameters of a path so that it names existing records; missing members are made up. */
export async function named({ id, path }: Described, draw: Draw, existing: Existing): Promise<Row> {
  if (path.startsWith('/v1/util/filters')) return filterNames(id, draw, existing);
  if (path.startsWith('/v1/schemas')) return { type: draw.pick(['tax', 'order', 'document']) };
  if (path.startsWith('/v1/catalog')) return catalogNames(draw, existing);
  const prefix = Object.keys(prefixes).find((one) => `${path}/`.startsWith(`${one}/`));
  const source = operations[id] ?? (prefix === undefined ? placeIn(path) : prefixes[prefix]);
  if (!source) return {};
  const [place, columns] = source;
  const row = await existing.one(draw, place);
  if (!row) return {};
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, row[column] ?? undefined]),
  );
}

/** The place that a path begins with; one that is not listed is a table of the same name. */
function placeIn(path: string): readonly [string, Readonly<Record<string, string>>] | undefined {
  const [, place, isName, parameter] = /^\/v1\/(\w+)\/(getId\/)?\{(\w+)\}/.exec(path) ?? [];
  if (place === undefined || parameter === undefined) return undefined;
  return [place, { [parameter]: isName === undefined ? 'id' : 'p_id' }];
}

async function filterNames(operation: string, draw: Draw, existing: Existing): Promise<Row> {
  const name = draw.pick(Object.keys(targets));
  const [, place] = targets[name]!;
  const makes = /^(create|clear|list)Filters?(ByPid)?$/.test(operation);
  const item = makes ? undefined : await existing.one(draw, 'filterItems');
  if (!item) {
    const element = await existing.one(draw, place);
    return {
      targetType: name,
      id: element?.['id'],
      pId: element?.['p_id'],
      itemType: 30,
      itemId: 724,
    };
  }
  const target = Object.entries(targets).find(([, [number]]) => number === item['target']);
  const { item_type: itemType, item_id: itemId } = item;
  const id = operation === 'removeFilter' ? item['id'] : item['element_id'];
  return { targetType: target?.[0] ?? name, id, itemType, itemId };
}

async function catalogNames(draw: Draw, existing: Existing): Promise<Row> {
  const kinds: readonly (readonly [string, Place])[] = [
    ['product', 'products'],
    ['category', 'categories'],
    ['zone', 'zones'],
    ['channel', 'channels'],
    ['headquarter', 'headquarters'],
    ['tax', 'taxes'],
    ['warehouse', 'warehouses'],
  ];
  const [type, place] = draw.pick(kinds);
  return { type, pId: (await existing.one(draw, place))?.['p_id'] };
}
