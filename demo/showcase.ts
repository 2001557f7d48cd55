import type { Client } from './client';
import { toMidnight, type DemoRecord } from './content';
import type { DemoCustomer } from './people';
import { requestReturn, endReturn } from './after-sales';

/**
 * Creates the records that the examples of the OpenAPI document refer to. It creates them one after the other, so
 * that they get the same ids: orders 1 to 3, then the documents 4 to 12.
 * @param customers only the first two are used
 */
export async function makeShowcase(
  client: Client,
  customers: readonly DemoCustomer[],
  today: string,
): Promise<void> {
  const [ada, ben] = customers as [DemoCustomer, DemoCustomer];
  await client.import([
    toAdasOrder(ada, toMidnight(today, -380, '10:00:00')),
    toBensOrder(ben, 'web-1002', toMidnight(today, -379, '11:30:00')),
    toBensOrder(ben, 'web-1003', toMidnight(today, -378, '16:45:00')),
  ]);
  await client.send('POST', '/v1/orders/2/invoices'); // 4
  await endReturn(client, await requestReturn(client, 2, 'Too small'), 'accepted'); // 5
  const returned = await requestReturn(client, 2, 'Arrived broken'); // 6
  await endReturn(client, returned, 'return'); // 7
  const credited = await requestReturn(client, 2, 'Ordered twice'); // 8
  await endReturn(client, credited, 'creditNote'); // 9 and 10
  await client.send('POST', '/v1/shipments/2/deliveryNotes'); // 11
  await client.send('POST', '/v1/orders/3/invoices'); // 12
  await createBelongings(client);
  await createFiles(client);
}

/** An order with some of everything, which waits to be exported. */
function toAdasOrder({ line, address }: DemoCustomer, date: string): DemoRecord {
  const taxes = [{ tax: { pId: 'es-vat' } }];
  const options = [
    {
      ...{ name: 'Engraving', option: { pId: 'engraving' }, prompt: 'What shall it say?' },
      values: [{ value: 'Ada', price: 4.5, productOptionValue: { pId: 'text' } }],
    },
  ];
  return {
    ...{ type: 'order', pId: 'web-1001', date, currencyCode: 'EUR', languageCode: 'en' },
    ...{ channel: { pId: 'web' }, headquarter: { pId: 'main' } },
    user: {
      pId: line.pId,
      email: line['email'],
      billingAddress: address,
      shippingAddress: address,
    },
    rows: [
      {
        ...{ product: { pId: 'mug' }, name: 'Mug', sku: 'MUG-001', quantity: 4, price: 9.9 },
        ...{ image: 'products/mug.png', taxes, options },
        stocks: [{ warehouse: { pId: 'barcelona' }, quantity: 4 }],
        discounts: [{ name: 'Four for three', amount: 9.9 }],
        customTags: [{ customTag: { pId: 'material' }, value: 'Stoneware' }],
      },
      {
        ...{ product: { pId: 'teapot' }, name: 'Teapot', sku: 'TEA-002', quantity: 1 },
        ...{ price: 34.5, image: 'products/teapot.png', taxes },
      },
    ],
    shipments: [
      {
        ...{ pId: 'web-1001-1', shippingType: { pId: 'parcel' }, name: 'Parcel', price: 4.95 },
        ...{ packages: 1, taxes, trackingNumber: '1Z999AA10123456784' },
        // A mug follows later.
        rows: [
          { row: 0, quantity: 3 },
          { row: 1, quantity: 1 },
        ],
      },
    ],
    payment: { paymentSystem: { pId: 'card' }, name: 'Card' },
    discounts: [{ name: 'Welcome', amount: 3, applyTo: 1 }],
    vouchers: [{ code: 'WELCOME-5', amount: 5 }],
    customTags: [{ customTag: { pId: 'gift' }, value: true }],
    additionalInformation: [{ name: 'How did you hear of us?', value: 'From a friend' }],
    comment: 'Please ring twice',
  };
}

function toBensOrder({ line, address }: DemoCustomer, pId: string, date: string): DemoRecord {
  const taxes = [{ tax: { pId: 'es-vat' } }];
  const row = { product: { pId: 'candle' }, name: 'Candle', sku: 'CAN-012', quantity: 6 };
  return {
    ...{ type: 'order', pId, date, currencyCode: 'EUR', languageCode: 'es', status: 2 },
    ...{ channel: { pId: 'web' }, headquarter: { pId: 'main' }, exported: true, paid: true },
    user: { pId: line.pId, email: line['email'], billingAddress: address },
    rows: [{ ...row, price: 6.4, taxes }],
    shipments: [
      {
        ...{ pId: `${pId}-1`, shippingType: { pId: 'parcel' }, name: 'Parcel', status: 2 },
        ...{ price: 4.95, taxes },
      },
    ],
    payment: { paymentSystem: { pId: 'transfer' }, name: 'Bank transfer' },
  };
}

/** Creates data of Ada and the banners that can't be imported. */
async function createBelongings(client: Client): Promise<void> {
  const row = { pId: 'birthday', comment: 'For the birthday', quantity: 2 };
  await client.send('POST', '/v1/users/shoppingLists/1/rows', {
    items: [{ ...row, reference: { id: 3, type: 'PRODUCT' } }],
  });
  await client.send('POST', '/v1/users/1/rewardPoints', {
    rewardPoints: { points: 250, comment: 'Welcome' },
  });
  for (const path of ['1', 'pId/summer-sale']) {
    const items = { item: { pId: 'ES' }, itemType: 30 };
    await client.send('POST', `/v1/util/filters/banners/${path}`, { items });
  }
  await client.send('POST', '/v1/apiKeys', {
    apiKeys: { name: 'Accounting', scopes: ['sales:read', 'users:read'] },
  });
  await client.send('POST', '/v1/exports', { exports: { types: ['product', 'tax'] } });
}

async function createFiles(client: Client): Promise<void> {
  for (const directory of ['archive', 'archive/2019', 'attachments/orders/1']) {
    await client.send('POST', '/v1/fileManager/createDirectory', { fileManager: { directory } });
  }
  await client.upload('archive', 'price-list.txt', 'Mug 9.90\nTeapot 34.50\n');
  const path = '/v1/orders/1/document/pdf';
  const { content } = await client.send<{ content: string }>('GET', path);
  await client.upload('attachments/orders/1', 'order.pdf', Buffer.from(content, 'base64'));
}
