import { newest, type RandomStep, importRecords } from './random-send';

/** The ids of orders of the demo store: documents of the first three stand between them and the others. */
const orderIds = [1, 2, 3, 12, 13, 14, 15, 16];
const orderOfStore = (n: number): string => `/v1/orders/${orderIds[n - 1]}`;

const orderStates = [4, 2, 1, 0, 6];

/** The id of the tag `gift` of the demo store. */
const GIFT = 3;

/**
 * Actions that a change of state triggers, by their number. None names a group, which may have another name later.
 */
const actions: readonly object[] = [
  { action: 'CREATE_INVOICE', status: 4 },
  { action: 'MARK_PAID', status: 2 },
  { action: 'CHANGE_SHIPMENT_STATUS', status: 4, parameters: { status: 3 } },
  { action: 'CREATE_DELIVERY_NOTES', status: 4 },
  { action: 'RESET_INTEGRATION', status: 0 },
  { action: 'SPEND_VOUCHERS', status: 4 },
  { action: 'RELEASE_VOUCHERS', status: 6 },
  { action: 'RESET_INTEGRATION', status: 4 },
];

/** Paid with the voucher of `giveVoucher`, by the user of `importUser` or a guest. */
const orderOf = (n: number) => ({
  ...{ type: 'order', pId: `o${n}`, date: '2026-02-01', currencyCode: 'EUR' },
  user: {
    ...(n % 2 === 0 && { pId: `u${n}` }),
    ...{ email: `o${n}@example.com`, billingAddress: { countryCode: 'ES' } },
  },
  rows: [{ name: 'Thing', quantity: 2, price: 10 + n, product: { pId: 'mug' } }],
  shipments: [{ pId: `s${n}`, name: 'Parcel', packages: 1 }],
  vouchers: [{ code: `V-${n}`, amount: 2 }],
  customTags: [{ customTag: { id: GIFT }, value: true }],
});

/** Changes of orders and of the documents that follow from them, with the actions that they trigger. */
export const salesSteps: Readonly<Record<string, RandomStep>> = {
  comment: (send, n) =>
    send('put', `${orderOfStore(n)}/comments`, { orders: { comment: `Note ${n}` } }),
  move: (send, n) =>
    send('put', `${orderOfStore(n)}/changeStatus`, { orders: { status: [0, 2, 3, 4, 6][n % 5] } }),
  importOrder: (send, n) => importRecords(send, orderOf(n)),
  moveNew: async (send, n) => {
    const id = await newest(send, 'orders', n % 3);
    return send('put', `/v1/orders/${id}/changeStatus`, { orders: { status: orderStates[n % 5] } });
  },
  pay: (send, n) => send('put', `${orderOfStore(n)}/paid`, { paid: n % 2 === 0 }),
  receive: (send, n) => send('put', `${orderOfStore(n)}/received`, { status: 2 }),
  tagOrder: (send, n) =>
    send('post', `${orderOfStore(n)}/customTags`, {
      customTags: { customTag: { id: GIFT }, value: true },
    }),
  changeOrderTag: (send, n) =>
    send('put', `${orderOfStore(n)}/customTags/${GIFT}`, { customTags: { value: false } }),
  untagOrder: (send, n) => send('delete', `${orderOfStore(n)}/customTags/${GIFT}`),
  invoice: (send, n) => send('post', `${orderOfStore(n)}/invoices`),
  noteDelivery: (send, n) => send('post', `/v1/shipments/${n}/deliveryNotes`),
  moveShipment: (send, n) =>
    send('put', `/v1/shipments/${n}/changeStatus`, { status: [0, 1, 2, 3, 4][n % 5] }),
  number: (send, n) => send('put', `/v1/shipments/${n}/trackingNumber/T-${n}`),
  track: (send, n) =>
    send('put', `/v1/shipments/${n}/trackings`, {
      trackings: [{ lastUpdate: '2026-02-02T08:15:00+01:00', packages: [{ weight: n }] }],
    }),
  askForReturn: async (send, n) => {
    const path = `${orderOfStore(n)}/rmas`;
    const { ROWS: rows = [] } = (await send('get', `${path}/request`)) as {
      readonly ROWS?: readonly { readonly HASH: string }[];
    };
    const items = rows.slice(0, 1).map(({ HASH: hash }) => ({ hash, quantity: 1 }));
    return send('post', path, { rmas: { items, comment: `Back ${n}` } });
  },
  moveRma: async (send, n) => {
    const id = await newest(send, 'rmas', n >> 2);
    return send('put', `/v1/rmas/${id}/changeStatus`, { status: [-3, 3, 2, 5][n % 4] });
  },
  removeRma: async (send, n) => {
    const id = await newest(send, 'rmas', n >> 1);
    return send('put', `/v1/rmas/${id}/changeStatus`, { status: 6 });
  },
  bringBack: async (send, n) => {
    const path = `/v1/rmas/${await newest(send, 'rmas', n >> 2)}`;
    for (const status of [3, 2, 5]) await send('put', `${path}/changeStatus`, { status });
    return send('post', `${path}/returns`);
  },
  addToRma: async (send, n) => {
    const additionalItems = [{ type: 'SHIPPING', name: 'Postage', amount: n }];
    const path = `/v1/rmas/${await newest(send, 'rmas', n >> 2)}/additionalItems`;
    return send('post', path, { additionalItems });
  },
  credit: async (send, n) => {
    const id = await newest(send, 'returns', n >> 2);
    const parentOf = async (path: string): Promise<number> => {
      const { PARENT } = (await send('get', path)) as { readonly PARENT?: { readonly ID: number } };
      return PARENT?.ID ?? 0;
    };
    const order = await parentOf(`/v1/rmas/${await parentOf(`/v1/returns/${id}`)}`);
    await send('post', `/v1/orders/${order}/invoices`);
    return send('post', `/v1/returns/${id}/creditNotes`);
  },
  creditInvoice: async (send, n) => {
    const path = `/v1/invoices/${await newest(send, 'invoices', n >> 2)}`;
    const { ROWS: rows = [], TAXES: taxes = [] } = (await send('get', path)) as {
      readonly ROWS?: readonly { readonly HASH: string }[];
      readonly TAXES?: readonly { readonly TAX: { readonly ID: number } }[];
    };
    const [hash, tax] = [rows[0]?.HASH, taxes[0]?.TAX.ID];
    const creditNotes = [
      { full: true },
      { lines: [{ hash, amount: n / 10 }] },
      { lines: [{ hash, quantity: 1 }] },
      { taxes: [{ tax: { id: tax }, base: n / 10 }] },
    ][n % 4];
    await send('post', `${path}/creditNotes`, { creditNotes: { ...creditNotes, reason: `${n}` } });
    return send('post', `${orderOfStore(n)}/invoices`);
  },
  makeAction: (send, n) =>
    importRecords(send, {
      type: 'statusAction',
      pId: `a${n}`,
      document: 'order',
      ...actions[n - 1],
    }),
  switchAction: (send, n) => send('put', `/v1/statusActions/${n}`, { active: n % 2 === 0 }),
  removeAction: (send, n) => send('delete', `/v1/statusActions/${n}`),
};
