import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { picture as drawn } from '../support/pictures/pictures';
import { Administrator } from './administrator';
import { describeInBrowser, type OpenedStore, openStore } from './opened-store';

interface Customer {
  readonly ID: number;
  readonly EMAIL: string;
  readonly GROUP: { readonly PID: string };
}

interface Users {
  readonly ITEMS: number;
  readonly USERS: readonly Customer[];
}

interface Order {
  readonly ID: number;
}

interface Orders {
  readonly items: number;
  readonly orders: readonly Order[];
}

interface History {
  readonly STATUSES: readonly unknown[];
}

interface Made {
  readonly ID: number;
}

interface Returnable {
  readonly ROWS: readonly { readonly HASH: string; readonly NORETURN: boolean }[];
}

interface Invoice extends Made {
  readonly PARENT: { readonly ID: number };
}

interface News {
  readonly NEWSITEMS: readonly { readonly ITEM: { readonly PID: string } }[];
}

/** The actions that each step took, by the words of the page that describes it. */
const taken = new Map<string, number>();

describeInBrowser('a day in the life of an administrator', () => {
  let store: OpenedStore;
  let administrator: Administrator;
  /** Found on the way, as the administrator sees it. */
  let customer: Customer;
  let order: Order;
  let invoice: Invoice;

  beforeAll(async () => {
    store = await openStore();
    administrator = new Administrator(store.swagger);
  });

  afterAll(() => store.close());

  /** A step of the day: its actions are counted. */
  function step(name: string, work: () => Promise<void>): void {
    it(name, async () => {
      administrator.actions();
      await work();
      taken.set(name, administrator.actions());
    });
  }

  step('Log in', async () => {
    await administrator.logIn('admin@example.com', 'correct horse battery staple');
  });

  step('Find a customer by a part of the e-mail address', async () => {
    const operation = await administrator.find('part of the e-mail', 'listUsers');
    await administrator.fill(operation, 'q', 'ada@');
    const { status, answer } = await administrator.execute<Users>(operation);
    expect([status, answer.ITEMS, answer.USERS[0]?.EMAIL]).toEqual([200, 1, 'ada@example.com']);
    customer = answer.USERS[0] as Customer;
  });

  step("See the customer's orders", async () => {
    const operation = await administrator.find('list orders', 'listOrders');
    await administrator.fill(operation, 'userId', String(customer.ID));
    const { status, answer } = await administrator.execute<Orders>(operation);
    expect([status, answer.items]).toEqual([200, 1]);
    order = answer.orders[0] as Order;
    const names = operation.locator('.names-of-numbers');
    expect(await names.innerText()).toContain('STATUS: 1 Incoming');
  });

  step('Move an order to another state, with a comment', async () => {
    const operation = await administrator.find('move an order', 'changeOrderStatus');
    await administrator.fill(operation, 'id', String(order.ID));
    const menu = operation.locator('.opblock-section-request-body .examples-select select');
    await administrator.choose(menu, 'status: 4 Completed');
    await administrator.write(operation, { status: 4, comment: 'Collected in the shop' });
    expect((await administrator.execute(operation)).status).toBe(200);
  });

  step('Read its history with the names of the states and of who moved it', async () => {
    const operation = await administrator.find('history', 'listOrderStatuses');
    await administrator.fill(operation, 'id', String(order.ID));
    const { status, answer } = await administrator.execute<History>(operation);
    expect([status, answer.STATUSES.length]).toEqual([200, 1]);
    expect(answer.STATUSES[0]).toMatchObject({
      BY: { KIND: 'user', NAME: 'admin' },
      COMMENT: 'Collected in the shop',
    });
    const names = await operation.locator('.names-of-numbers').innerText();
    expect(names).toContain('FROMSTATUS: 1 Incoming');
    expect(names).toContain('TOSTATUS: 4 Completed');
  });

  step('Make its invoice', async () => {
    const operation = await administrator.find('create invoice', 'createInvoice');
    await administrator.fill(operation, 'id', String(order.ID));
    const { status, answer } = await administrator.execute<Invoice>(operation);
    expect([status, answer.PARENT.ID]).toEqual([201, order.ID]);
    invoice = answer;
  });

  step("Save the invoice's PDF", async () => {
    const operation = await administrator.find('download an invoice', 'getInvoiceDocument');
    await administrator.fill(operation, 'id', String(invoice.ID));
    const { name, bytes } = await administrator.savePdf(operation);
    expect(name).toMatch(/^invoice-[\w-]+\.pdf$/);
    expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  step('Publish a news item for one group', async () => {
    const operation = await administrator.find('create news', 'createNews');
    await administrator.write(operation, {
      news: {
        ...{ pId: 'early-sale', name: 'Early sale', publicationDate: '2026-03-01' },
        languages: [{ languageCode: 'en', title: 'The sale begins for you' }],
        newsItems: [{ itemType: 11, pId: customer.GROUP.PID }],
      },
    });
    const { status, answer } = await administrator.execute<News>(operation);
    expect([status, answer.NEWSITEMS[0]?.ITEM.PID]).toEqual([201, 'customers']);
    expect(await operation.locator('.names-of-numbers').innerText()).toContain(
      'ITEMTYPE: 11 user group',
    );
  });

  step("Upload a product's picture from the disk, with a large variant", async () => {
    const operation = await administrator.find('upload image', 'uploadImage');
    await administrator.sendAs(operation, 'multipart/form-data');
    await administrator.attach(operation, 'mug.png', await drawn(640, 480).png().toBuffer());
    await administrator.fillField(operation, 'name', 'new-mug.png');
    await administrator.fillField(operation, 'destination.destination', 'products');
    await administrator.fillField(operation, 'params.largeImage.width', '64');
    expect((await administrator.execute(operation)).status).toBe(201);
    const stored = await fetch(`${store.service.url}/static/products/new-mug_large.png`);
    expect(stored.status).toBe(200);
  });

  step("Refund one of three items, to the credit note's PDF", async () => {
    const rows = await administrator.find('can be returned', 'listReturnableRows');
    await administrator.fill(rows, 'id', String(order.ID));
    const { answer } = await administrator.execute<Returnable>(rows);
    const item = answer.ROWS.find(({ NORETURN }) => !NORETURN);

    const asking = await administrator.find('create an RMA', 'createRma');
    await administrator.fill(asking, 'id', String(order.ID));
    await administrator.write(asking, { rmas: { items: [{ hash: item?.HASH, quantity: 1 }] } });
    const rma = (await administrator.execute<Made>(asking)).answer.ID;

    const moving = await administrator.find('move an RMA', 'changeRmaStatus');
    await administrator.fill(moving, 'id', String(rma));
    for (const status of [3, 2, 5]) {
      await administrator.write(moving, { status });
      expect((await administrator.execute(moving)).status).toBe(200);
    }

    const taking = await administrator.find('create the return', 'createReturn');
    await administrator.fill(taking, 'id', String(rma));
    const returned = (await administrator.execute<Made>(taking)).answer.ID;

    const giving = await administrator.find('create the credit note', 'createCreditNote');
    await administrator.fill(giving, 'id', String(returned));
    const note = (await administrator.execute<Made>(giving)).answer.ID;

    const saving = await administrator.find('download a credit note', 'getCreditNoteDocument');
    await administrator.fill(saving, 'id', String(note));
    expect((await administrator.savePdf(saving)).name).toMatch(/^credit-?note-.+\.pdf$/i);
  });

  it('took as many actions as the report has it', () => {
    const page = readFileSync(
      join(__dirname, '../../docs/reports/2026-11-27-swagger-ui.md'),
      'utf8',
    );
    const rows = [...page.matchAll(/^\| ([^|]+) \| \d+[^|]* \| (\d+) \|$/gm)];
    expect(new Map(rows.map(([, name = '', after]) => [name, Number(after)]))).toEqual(taken);
    expect(store.faults).toEqual([]);
  });
});
