import { toNumericCountryCode } from '../../src/core/countries';
import { toCurrencyCode } from '../../src/core/currencies';
import { listNextStates, transitionTables } from '../../src/modules/sales/states/transition-tables';
import { picture } from '../support/pictures/pictures';
import type { Bodies, Fields } from './bodies';
import type { Draw } from './draw';
import type { Place } from './existing';

/** The records that references name, by the member that holds them. */
export const referents: Readonly<Record<string, Place>> = {
  'CreateChannelLocation.physicalLocation': 'physicalLocations',
  'CreateChannelLocation.headquarter': 'headquarters',
  'UpdateChannelLocation.headquarter': 'headquarters',
  'TagGroupLink.group': 'customTagGroups',
  'CreateUser.group': 'usersGroups',
  'UpdateUser.group': 'usersGroups',
  'CreateUser.wishlist[]': 'products',
  'OrderUser.group': 'usersGroups',
  'TagAssignment.group': 'customTagGroups',
  'UpdateTagAssignment.group': 'customTagGroups',
  'RowTag.group': 'customTagGroups',
  'OrderLine.channel': 'channels',
  'OrderLine.headquarter': 'headquarters',
  'OrderLine.subStatus': 'subStatuses',
  'OrderDelivery.physicalLocation': 'physicalLocations',
  'OrderShipment.physicalLocation': 'physicalLocations',
  'OrderShipment.shippingType': 'shippingTypes',
  'OrderPayment.paymentSystem': 'paymentSystems',
  'OrderItem.product': 'products',
  'OrderRow.product': 'products',
  'OrderStock.warehouse': 'warehouses',
  'OrderTax.tax': 'taxes',
  'DocumentTag.customTag': 'orderTags',
  'TagAssignment.customTag': 'userTags',
  'RowTag.customTag': 'orderTags',
  'SelectableValue.value': 'tagValues',
  '.wishlist': 'products',
};

type Member = (draw: Draw, bodies: Bodies) => unknown;

const price: Member = (draw) =>
  draw.chance(0.02)
    ? draw.pick([99_999_999_999.9999, -99_999_999_999.9999, -0.0001])
    : draw.between(0, draw.pick([0, 10_000, 9_999_999])) / 10_000;
const small: Member = (draw) => draw.between(0, 100) / 10_000;
const quantity: Member = (draw) =>
  draw.chance(0.01) ? draw.pick([99_999_999_999.999, 0.001]) : draw.pick([1, 1, 2, 3, 10, 1.234]);
/** A file of the store, or a path without a file. */
const file: Member = async (draw, { existing }) =>
  draw.pick(['fuzz', 'images', 'fuzz/missing.txt', ...existing.files(), ...existing.files()]);
const newFile: Member = (_draw, bodies) => `fuzz/${bodies.unique()}.txt`;
const newFolder: Member = (draw, bodies) => draw.pick(['', 'fuzz/deep/']) + bodies.unique();
const folderThere: Member = (draw, { existing }) =>
  draw.pick(['fuzz/deep', 'fuzz/missing', ...existing.folders(), ...existing.folders()]);
const folder: Member = (draw) => draw.pick(['images', 'images/big', 'fuzz', 'shop/új']);
/** Hashing costs more than all the rest: few bodies have a password of their own. */
const password: Member = () => 'a good password';

/** Nothing is sent while fuzzing. */
const webhookUrl: Member = (draw, bodies) =>
  draw.pick(['https://example.com/', 'http://[::1]:9/', 'http://ü.example/?x=%20#']) +
  bodies.unique();
const events: Member = (draw) =>
  draw.some(['order.created', 'tag.deleted', 'login.refused'], 0.6).concat('news.updated');

/** Members that mean more than their schema shows. */
export const members: Readonly<Record<string, Member>> = {
  'OrderRow.price': price,
  'OrderItem.price': price,
  'OrderShipment.price': price,
  'OrderPayment.price': price,
  'OrderOptionValue.price': price,
  'OrderRow.quantity': quantity,
  'OrderItem.quantity': quantity,
  'OrderDiscount.amount': small,
  'OrderPartDiscount.amount': small,
  'OrderVoucher.amount': small,
  'OrderVoucher.code': (_draw, bodies) => bodies.unique(),
  'OrderShipment.trackingNumber': (_draw, bodies) => bodies.unique(),
  'OrderLine.documentNumber': (_draw, bodies) => bodies.unique(),
  'OrderUser.pId': async (draw, { existing }) => (await existing.one(draw, 'users'))?.['p_id'],
  'OrderLine.totals': () => undefined,
  'CreateUser.password': password,
  'CreateUser.nick': (_draw, bodies) => bodies.unique(),
  'UpdateUser.nick': (_draw, bodies) => bodies.unique(),
  'UpdateUser.password': (draw) => (draw.chance(0.1) ? 'another password' : undefined),
  'CreateUserGroup.systemGroup': () => false,
  'UpdateUserGroup.systemGroup': () => false,
  'CreateApiKey.name': (_draw, bodies) => bodies.unique(),
  'CreateWebhook.url': webhookUrl,
  'UpdateWebhook.url': webhookUrl,
  'CreateWebhook.events': events,
  'UpdateWebhook.events': events,
  'CreateTag.minValue': () => undefined,
  'CreateTag.maxValue': () => undefined,
  'UpdateTag.minValue': (draw) => draw.pick(['', '', '1']),
  'UpdateTag.maxValue': (draw) => draw.pick(['', '', '99']),
  'CreateVoucher.code': (_draw, bodies) => bodies.unique(),
  'UpdateVoucher.code': (_draw, bodies) => bodies.unique(),
  'ShoppingReference.id': async (draw, { existing }) =>
    (await existing.one(draw, 'products'))?.['id'],
  'CopyOrMove.from': file,
  'CopyOrMove.to': newFile,
  'File.file': file,
  'Directory.directory': newFolder,
  'RemoveDirectory.directory': folderThere,
  'ImageDestination.destination': folder,
  'ImageDestination.largeImageDestination': folder,
  'ImageDestination.mediumImageDestination': folder,
  'ImageDestination.smallImageDestination': folder,
  'ImageDestination.additionalLargeImageDestination': folder,
  'ImageDestination.additionalSmallImageDestination': folder,
  'ImageVariant.width': (draw) => draw.between(1, 80),
  'ImageVariant.height': (draw) => draw.between(1, 80),
  'UploadImage.name': (_draw, bodies) => `${bodies.unique()}.png`,
  'UploadImage.image': image,
  'OrderMove.subStatusId': subStatus,
  'RmaMove.subStatusId': subStatus,
  'ShipmentMove.subStatusId': subStatus,
  'OrderReceipt.subStatusId': subStatus,
  'RmaReceipt.subStatusId': subStatus,
  'ShipmentReceipt.subStatusId': subStatus,
  'OrderReceipt.version': () => undefined,
  'RmaReceipt.version': () => undefined,
  'ShipmentReceipt.version': () => undefined,
};

async function subStatus(draw: Draw, { existing }: Bodies): Promise<unknown> {
  return draw.chance(0.9) ? 0 : (await existing.one(draw, 'subStatuses'))?.['id'];
}

async function image(draw: Draw): Promise<string> {
  const shown = picture(draw.between(1, 60), draw.between(1, 60));
  const bytes = await draw.pick([shown.jpeg(), shown.png(), shown.gif(), shown.tiff()]).toBuffer();
  const bare = bytes.toString('base64');
  return draw.chance(0.2) ? `data:image/png;base64,${bare}` : bare;
}

type Mend = (fields: Fields, draw: Draw, bodies: Bodies) => unknown;

const inOrder: Mend = (fields) => {
  const { activationDate: one, expirationDate: other } = fields;
  if (one === undefined || other === undefined) return;
  const [first, last] = [one as string, other as string].sort();
  Object.assign(fields, {
    activationDate: first?.slice(0, 10),
    expirationDate: last?.slice(0, 10),
  });
};

/** An address of a company has a company, any other one a first name; its zone is in its country. */
const named: Mend = async (fields, draw, { existing }) => {
  Object.assign(fields, { firstName: 'Ada', company: 'Ada & Co.' });
  await inCountry(fields, draw, { existing });
};

async function inCountry(fields: Fields, draw: Draw, { existing }: Pick<Bodies, 'existing'>) {
  if (fields['locationId'] === undefined) return;
  const zone = await existing.one(draw, 'zones');
  Object.assign(fields, {
    locationId: zone?.['id'] ?? 0,
    countryCode: zone?.['country_code'] ?? 'ES',
  });
}

/** The subject that a filter names, by its type: user, user group, country, zone. */
const filtered: Mend = async (fields, draw, bodies) => {
  delete fields['id'];
  delete fields['pId'];
  Object.assign(fields, await subject(Number(fields['itemType']), draw, bodies));
};

async function subject(type: number, draw: Draw, bodies: Bodies): Promise<Fields> {
  if (type === 30) {
    const pId = draw.pick(['ES', 'PT', 'DE', 'JP', 'BR', 'NZ']);
    return draw.pick([{ pId }, { id: toNumericCountryCode(pId) }]);
  }
  const places: Record<number, Place> = { 10: 'users', 11: 'usersGroups', 9: 'zones' };
  return bodies.reference(draw, places[type]);
}

/** A value that a tag takes by its control type. */
function tagText(draw: Draw, controlType: number): string {
  if (controlType === 1) return draw.pick(['true', 'false', '1', '0']);
  if (controlType === 2) return draw.pick(['0', '-2.5', '9007199254740993', '1']);
  if (controlType === 4) return draw.pick(['2026-01-31', '2026-01-31T10:00:00+01:00']);
  return draw.pick(['red', 'ñ 💥', '<b>', 'x'.repeat(500)]);
}

const textTag: Mend = async (fields, draw, bodies) => {
  const tag = await bodies.existing.one(draw, 'orderTags');
  if (!tag) return;
  fields['customTag'] = { id: tag['id'] };
  const chosen = await bodies.existing.valueOf(draw, Number(tag['id']));
  const type = Number(tag['control_type']);
  fields['value'] = type === 5 ? (chosen?.['p_id'] ?? 'none') : tagText(draw, type);
};

/** A value in the form that the tag wants: general, by language, or chosen. */
function formed(place: Place): Mend {
  return async (fields, draw, bodies) => {
    const tag = await bodies.existing.one(draw, place);
    if (!tag) return;
    leaveOut(
      fields,
      Object.keys(fields).filter((name) => name !== 'group'),
    );
    fields['customTag'] = { id: tag['id'] };
    Object.assign(fields, await formedValue(tag, draw, bodies));
  };
}

/** The member that holds a tag's value. */
export async function formedValue(
  tag: Readonly<Record<string, unknown>>,
  draw: Draw,
  bodies: Bodies,
): Promise<Fields> {
  const type = Number(tag['control_type']);
  if (type === 5) {
    const chosen = await bodies.existing.valueOf(draw, Number(tag['id']));
    return { selectable: { active: true, value: { id: chosen?.['id'] ?? 1 } } };
  }
  const value = tagText(draw, type);
  if (Number(tag['whole'] ?? tag['value_for_all_languages']) === 1) {
    return { general: { active: true, value } };
  }
  return { languages: [{ languageCode: 'es', value }] };
}

function leaveOut(fields: Fields, names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(fields, name);
}

/** Rules that hold between the members of an object. */
export const mends: Readonly<Record<string, Mend>> = {
  ActivityLimit: inOrder,
  // Alone it may be beyond the other one, which is stored.
  UpdateActivityLimit: (fields) => {
    Object.assign(fields, { activationDate: '2026-01-01', expirationDate: '2026-01-31' });
  },
  CreateLocation: inCountry,
  UpdateLocation: inCountry,
  CreateAddress: named,
  UpdateAddress: named,
  FilterItem: filtered,
  CreateFilter: async (fields, draw, bodies) => {
    fields['item'] = await subject(Number(fields['itemType']), draw, bodies);
  },
  SupplierItem: async (fields, draw, bodies) => {
    const place = fields['itemType'] === 1 ? 'products' : 'categories';
    fields['item'] = await bodies.reference(draw, place);
  },
  Supplier: (fields) => oneOfEach(fields, 'items', 'item'),
  UpdateSupplier: (fields) => oneOfEach(fields, 'items', 'item'),
  CreateTag: (fields) => oneOfEach(fields, 'groups', 'group'),
  CreateNews: (fields) => {
    delete fields['newsItems'];
  },
  CreateDefinition: (fields, draw) => {
    if (draw.chance(0.7)) delete fields['definitionItems'];
  },
  CreateUserGroup: (fields, draw) => {
    if (draw.chance(0.9)) delete fields['defaultGroup'];
  },
  CreateUser: (fields, draw) => {
    for (const address of fields['addressBook'] as Fields[]) delete address['default'];
    oneOfEach(fields, 'customTags', 'customTag');
    if (Array.isArray(fields['wishlist'])) fields['wishlist'] = fields['wishlist'].slice(0, 1);
    if (fields['supplier'] !== undefined && draw.chance(0.5)) delete fields['supplier'];
  },
  CreateRewardMovement: (fields, draw) => {
    if (draw.chance(0.7)) fields['points'] = draw.between(1, 1000);
    if (Number(fields['points']) < 0 || draw.chance(0.8)) delete fields['expirationDate'];
  },
  CreateVoucher: (fields) => {
    delete fields['expirationDate'];
  },
  UpdateVoucher: (fields) => {
    const code = toCurrencyCode(Number(fields['currencyId']));
    if (fields['currencyId'] !== undefined) fields['currencyCode'] = code;
  },
  TagAssignment: formed('userTags'),
  DocumentTag: textTag,
  RowTag: formed('orderTags'),
  Login: (fields, draw) => {
    const known = draw.chance(0.9);
    Object.assign(fields, { nick: 'fuzz-admin', password: known ? 'a good password' : 'wrong' });
    delete fields['email'];
  },
  CreateApiKey: (fields) => {
    delete fields['expiresAt'];
  },
  ReplayWebhook: (fields, draw) => {
    leaveOut(fields, ['after', 'deliveryId']);
    fields['after'] = draw.between(0, 3);
  },
  OrderLine: orderLine,
  OrderUser: (fields) => {
    delete fields['customTags'];
  },
  OrderRow: orderRow,
  OrderItem: orderRow,
  OrderShipment: (fields) => {
    if (Number(fields['price'] ?? 0) < 1) delete fields['discounts'];
    delete fields['rows'];
  },
  RmaMove: (fields, draw) => {
    fields['status'] = draw.pick([3, 3, 2, 2, 5, 5, 0, -3, 6, 1]);
  },
  OrderReceipt: bySubStatus,
  RmaReceipt: bySubStatus,
  ShipmentReceipt: bySubStatus,
  ReceivedOrder: acknowledged('unexportedOrders'),
  ReceivedRma: acknowledged('unexportedRmas'),
  ReceivedShipment: acknowledged('unexportedShipments'),
  RmaRequest: (fields) => {
    delete fields['delivery'];
  },
  UploadImage: (fields, draw) => {
    fields['autoDestination'] = draw.chance(0.3);
    if (draw.chance(0.5)) delete fields['destination'];
    else fields['destination'] = { destination: 'fuzz' };
  },
  ImageVariant: (fields) => {
    if (fields['forceSize'] === true) Object.assign(fields, { width: 20, height: 10 });
    if (fields['quality'] !== undefined) fields['quality'] = 0.5;
  },
};

/** A sub-status needs its status with it. */
function bySubStatus(fields: Fields): void {
  delete fields['subStatusId'];
}

/** The records that a bulk acknowledgement names. */
function acknowledged(place: Place): Mend {
  return async (fields, draw, bodies) => {
    const found = await bodies.existing.one(draw, place);
    leaveOut(fields, Object.keys(fields));
    Object.assign(
      fields,
      draw.pick([{ id: found?.['id'] ?? 1 }, { pId: found?.['p_id'] ?? 'none' }]),
    );
    if (draw.chance(0.3) && found) fields['version'] = String(found['version']);
  };
}

function oneOfEach(fields: Fields, list: string, reference: string): void {
  const given = fields[list] as Fields[] | undefined;
  if (given === undefined) return;
  const seen = new Set<string>();
  fields[list] = given
    .filter((one) => {
      const key = JSON.stringify(one[reference]);
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, 1);
}

function orderRow(fields: Fields, draw: Draw): void {
  const isBundle = fields['type'] === 'bundle';
  if (isBundle) {
    const ofItems = ['price', 'discounts', 'options', 'stocks', 'taxes', 'product', 'customTags'];
    leaveOut(fields, ofItems);
    fields['items'] = [{ name: 'Part', quantity: 1, price: 2 }];
    return;
  }
  delete fields['items'];
  fields['price'] ??= draw.between(0, 100);
  if (Number(fields['price']) * Number(fields['quantity']) < 1) delete fields['discounts'];
  oneOfEach(fields, 'customTags', 'customTag');
}

function orderLine(fields: Fields, draw: Draw): void {
  // A sub-status belongs to one status; discounts and vouchers need something that they lower.
  delete fields['subStatus'];
  delete fields['trustTotals'];
  if (draw.chance(0.7)) delete fields['status'];
  const rows = fields['rows'] as Fields[];
  if (draw.chance(0.5)) rows.push({ name: 'Dear', quantity: 2, price: 50 });
  else leaveOut(fields, ['discounts', 'vouchers']);
  const shipments = fields['shipments'] as Fields[] | undefined;
  if (shipments && shipments.length > 1) fields['shipments'] = shipments.slice(0, 1);
  for (const discount of (fields['discounts'] as Fields[] | undefined) ?? [])
    discount['applyTo'] = 1;
  oneOfEach(fields, 'customTags', 'customTag');
}

/** A move that is allowed from a state, mostly. */
export function nextState(draw: Draw, kind: 'rma' | 'shipment', state: number): number {
  const allowed = listNextStates(transitionTables[kind], state);
  return allowed.length === 0 || draw.chance(0.1)
    ? draw.pick(transitionTables[kind].states)
    : draw.pick(allowed);
}
