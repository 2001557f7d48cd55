import { Clock } from '../../src/core/clock';
import { MASTER_KEY, type Service } from '../support/service/service';
import { describeInBrowser, type OpenedStore, openStore } from './opened-store';
import type { SwaggerPage } from './swagger-page';

describeInBrowser('what this service adds to Swagger UI', () => {
  let store: OpenedStore;
  let service: Service;
  let swagger: SwaggerPage;

  beforeAll(async () => {
    store = await openStore();
    ({ service, swagger } = store);
  });

  afterAll(() => store.close());

  describe('finding operations', () => {
    afterEach(() => swagger.find(''));

    it.each([
      ['refund', 'createCreditNote'],
      ['bulk', 'changeOrderStatuses'],
      ['TRACKING number', 'giveTrackingNumber'],
      ['e-mail', 'listUsers'],
      ['customtaggroups', 'listCustomTagGroups'],
      ['zebra crossing', undefined],
      ['QUANTITYRETURNABLE', 'listReturnableRows'],
    ])('finds %s', async (phrase, operationId) => {
      const shown = await swagger.find(phrase);
      if (operationId === undefined) {
        expect(shown).toEqual([]);
        expect(await swagger.page.locator('.found-operations').innerText()).toMatch(
          /^No operation/,
        );
      } else {
        expect(shown).toContain(operationId);
      }
    });

    it.each([
      ['log in', 'logIn'],
      ['restore', 'importLines'],
      ['XRechnung', 'getInvoiceDocument'],
      ['xml', 'getInvoiceDocument'],
      ['electronic invoice', 'getInvoiceDocument'],
      ['refund', 'createCreditNote'],
      ['bulk', 'changeOrderStatuses'],
      ['mass update', 'changeOrderStatuses'],
      ['csv', 'listInvoices'],
      ['excel', 'listInvoices'],
      ['orders excel', 'listOrders'],
      ['export', 'createExport'],
      ['invocie', 'getInvoiceDocument'],
      ['on hold', 'changeOrderStatus'],
      ['customer', 'listUsers'],
      ['new customer', 'createUser'],
      ['new group', 'createUsersGroup'],
      ['delete user', 'removeUser'],
      ['new administrator', 'createUser'],
      ['coupon', 'createUserVoucher'],
      ['orders of a month', 'listOrders'],
    ])('shows first for %s what is meant', async (phrase, operationId) => {
      const [first] = await swagger.find(phrase);
      expect(first).toBe(operationId);
    });

    it('shows an operation first for its title', async () => {
      const others = await swagger.page.evaluate<string[]>(`
        import('/docs/finding.mjs').then(async ({ finder }) => {
          const document = await (await fetch('/openapi.json')).json();
          const find = finder(document);
          return Object.entries(document.paths).flatMap(([path, operations]) =>
            Object.entries(operations).flatMap(([method, { summary }]) =>
              [...find(summary).keys()][0] === method + ' ' + path ? [] : [summary]));
        })`);
      expect(others).toEqual([]);
    });

    it('leaves out sections without matches, and reports the number of matches', async () => {
      const shown = await swagger.find('wishlist');
      expect(shown).toContain('getUserWishlist');
      expect(shown).not.toContain('listOrders');
      const text = await swagger.page.locator('.found-operations').innerText();
      expect(Number.parseInt(text, 10)).toBeGreaterThanOrEqual(shown.length);
    });

    it('folds and opens headings while something is looked for, and all is as it was afterwards', async () => {
      const users = swagger.page.locator('h3.opblock-tag[data-tag="Users"]');
      await swagger.find('wishlist');
      expect(await users.getAttribute('data-is-open')).toBe('true');
      await users.click();
      expect(await users.getAttribute('data-is-open')).toBe('false');
      await users.click();
      expect(await users.getAttribute('data-is-open')).toBe('true');
      await swagger.find('');
      expect(await users.getAttribute('data-is-open')).toBe('false');
    });
  });

  it('folds operations when something else is looked for', async () => {
    await swagger.find('wishlist');
    const operation = swagger.page.locator('.opblock[id$="-getUserWishlist"]');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('button.execute').waitFor();
    expect(await swagger.find('user wishlist')).toContain('getUserWishlist');
    await operation.locator('button.execute').waitFor({ state: 'detached' });
    await swagger.find('');
  });

  it('has the headings in the order of a working day', async () => {
    const shown = await swagger.page
      .locator('h3.opblock-tag')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-tag')));
    expect(shown[0]).toBe('Orders');
    const day = ['Orders', 'RMAs', 'Returns', 'Credit notes', 'Users', 'News'];
    expect(shown.filter((name) => day.includes(name ?? ''))).toEqual(day);
    expect(shown.indexOf('API keys')).toBe(shown.length - 1);
  });

  it('folds the headers below the answers', async () => {
    const operation = await swagger.show('Orders', 'getOrder');
    const headers = operation.locator('.responses-table .folded-headers').first();
    expect(await headers.locator('summary').innerText()).toContain('Headers: X-Request-Id, ETag');
    const table = headers.locator('table.headers');
    expect(await table.isVisible()).toBe(false);
    await headers.locator('summary').click();
    await table.waitFor({ state: 'visible' });
  });

  it('shows the shape of errors once, with the first of them', async () => {
    const operation = await swagger.show('Orders', 'getOrder');
    const answers = operation.locator('.responses-table:not(.live-responses-table) .response');
    const isShown = (code: string, part: string): Promise<boolean> =>
      answers
        .and(swagger.page.locator(`[data-code="${code}"]`))
        .locator(part)
        .isVisible();
    for (const code of ['200', '400']) expect(await isShown(code, '.model-example')).toBe(true);
    expect(await isShown('404', '.model-example')).toBe(false);
    expect(await isShown('404', '.response-control-media-type')).toBe(false);
    expect(await isShown('404', '.response-col_description__inner')).toBe(true);
  });

  it('asks of no field of a form whether it is sent when it is empty', async () => {
    const operation = await swagger.show('Images', 'uploadImage');
    await swagger.sendAs(operation, 'multipart/form-data');
    const asked = operation.locator('.parameter__empty_value_toggle');
    await asked.first().waitFor({ state: 'attached' });
    expect(await asked.first().isVisible()).toBe(false);
  });

  it('offers codes by their names: in menus of the query and the path, and in bodies', async () => {
    const list = await swagger.show('Orders', 'listOrders');
    const status = list.locator('tr[data-param-name="status"] select');
    // Parameters are rendered after their operation.
    await status.waitFor();
    expect(await status.locator('option').allInnerTexts()).toEqual(
      expect.arrayContaining(['--', '2 In process', '-11 Order deleted']),
    );
    const filter = await swagger.show('Filters', 'getFilter');
    const itemType = filter.locator('tr[data-param-name="itemType"] select');
    await itemType.waitFor();
    expect(await itemType.locator('option').allInnerTexts()).toContain('11 User group');
    const target = filter.locator('tr[data-param-name="targetType"]');
    await target.locator('select').selectOption('news');
    expect(await target.locator('input').inputValue()).toBe('news');
    const move = await swagger.show('Orders', 'changeOrderStatus');
    const choices = move.locator('.opblock-section-request-body .examples-select select');
    await choices.selectOption({ label: 'status: 4 Completed' });
    const body = await move.locator('textarea.body-param__text').inputValue();
    expect(JSON.parse(body).status).toBe(4);
  });

  it('asks those to log in who have not', async () => {
    const operation = await swagger.show('Users', 'countUsers');
    expect(await swagger.execute(operation)).toBe(401);
    const notice = operation.locator('.login-notice');
    expect(await notice.innerText()).toContain('You are not logged in');
    await notice.locator('button', { hasText: 'Log in' }).click();
    const email = swagger.page.locator('#login-form input[name="email"]');
    await email.waitFor({ state: 'visible' });
    expect(await swagger.page.evaluate('document.activeElement.name')).toBe('email');
  });

  it('reports that a password is wrong, and nothing else', async () => {
    await swagger.logIn('admin@example.com', 'a wrong pass phrase');
    const form = swagger.page.locator('#login-form');
    await form.locator('p[role="alert"]:not(:empty)').waitFor();
    expect(await form.locator('p[role="alert"]').innerText()).toMatch(/password/i);
    const operation = await swagger.show('Login', 'logIn');
    const body = operation.locator('textarea.body-param__text');
    const auth = { email: 'admin@example.com', password: 'a wrong pass phrase' };
    await body.fill(JSON.stringify({ auth }));
    expect(await swagger.execute(operation)).toBe(401);
    expect(await operation.locator('.login-notice').count()).toBe(0);
  });

  it('logs in by the form, without an operation, and out again', async () => {
    await swagger.logIn('admin@example.com', 'correct horse battery staple');
    const state = swagger.page.locator('.logged-in');
    await state.waitFor();
    expect(await swagger.page.locator('#login-form').isVisible()).toBe(false);
    expect(await swagger.page.locator('#login-form input[name="password"]').inputValue()).toBe('');
    expect(await swagger.execute(await swagger.show('Users', 'countUsers'))).toBe(200);
    await state.locator('button').click();
    await state.waitFor({ state: 'detached' });
    expect(await swagger.execute(await swagger.show('Users', 'countUsers'))).toBe(401);
  });

  it('explains what to do about an expired key', async () => {
    await swagger.authorize('osk_unknown');
    const operation = await swagger.show('Users', 'countUsers');
    expect(await swagger.execute(operation)).toBe(401);
    expect(await operation.locator('.login-notice').innerText()).toContain(
      'This API key is not valid',
    );
    await swagger.logOut();
  });

  it('uses a login at once, and explains how to go on when it has expired', async () => {
    const auth = { email: 'admin@example.com', password: 'correct horse battery staple' };
    const logIn = async (): Promise<void> => {
      const operation = swagger.page.locator('.opblock[id$="-logIn"]');
      await operation.locator('textarea.body-param__text').fill(JSON.stringify({ auth }));
      expect(await swagger.execute(operation)).toBe(201);
    };
    await swagger.show('Login', 'logIn');
    await logIn();
    const operation = await swagger.show('Users', 'countUsers');
    expect(await swagger.execute(operation)).toBe(200);

    // As after 8 hours.
    const hours = jest.spyOn(service.app.get(Clock), 'now');
    hours.mockReturnValue(new Date(Date.now() + 9 * 3_600_000));
    expect(await swagger.execute(operation)).toBe(401);
    hours.mockRestore();
    const notice = operation.locator('.login-notice');
    expect(await notice.innerText()).toContain('Your login has expired');
    await notice.locator('button', { hasText: 'Log in' }).click();
    await swagger.logIn(auth.email, auth.password);
    await swagger.page.locator('.logged-in').waitFor();
    expect(await swagger.execute(operation)).toBe(200);
    expect(await notice.count()).toBe(0);
    await swagger.logOut();
  });

  it('folds the headers of a response, and shows the names of its codes', async () => {
    await swagger.authorize(MASTER_KEY);
    const operation = await swagger.show('Orders', 'getOrder');
    expect(await swagger.execute(operation)).toBe(200);
    const headers = await operation.locator('.live-responses-table .headerline').allInnerTexts();
    const shown = headers.map((line) => line.trim().split(':', 1)[0]);
    expect(shown).toEqual(expect.arrayContaining(['content-type', 'etag', 'x-request-id']));
    expect(shown).not.toContain('content-security-policy');
    const all = operation.locator('.folded-headers', { hasText: 'headers of the answer' });
    expect(await all.locator('pre').isVisible()).toBe(false);
    await all.locator('summary').click();
    expect(await all.locator('pre').innerText()).toContain('content-security-policy: ');
    const names = await operation.locator('.names-of-numbers li').allInnerTexts();
    expect(names).toEqual(
      expect.arrayContaining([expect.stringMatching(/^STATUS: -?\d+ \p{Lu}/u)]),
    );
    await swagger.logOut();
  });

  describe('with a key', () => {
    beforeAll(() => swagger.authorize(MASTER_KEY));

    it('finds, opens and executes an operation by shortcuts, and keeps the focus', async () => {
      const { keyboard } = swagger.page;
      await keyboard.press('Control+K');
      await keyboard.insertText('count users');
      await keyboard.press('Enter');
      const operation = swagger.page.locator('.opblock[id$="-countUsers"]');
      await operation.locator('tr[data-param-name="q"] input:focus').waitFor();
      await keyboard.press('Control+Enter');
      const status = operation.locator('.live-responses-table td.response-col_status');
      await status.filter({ hasText: '200' }).waitFor();
      await operation.locator('button.execute:focus').waitFor();
      await swagger.find('');
    });

    it('leads from a record to who changed it', async () => {
      const operation = await swagger.show('Users', 'getUser');
      expect(await swagger.execute(operation)).toBe(200);
      await operation.locator('button.changes-link').click();
      const changes = swagger.page.locator('.opblock[id$="-listChanges"]');
      await changes.locator('button.execute').waitFor();
      expect(await swagger.execute(changes)).toBe(200);
      const url = await changes.locator('.request-url').innerText();
      expect(url).toMatch(/kind=user&id=1(&|$)/);
    });

    it('shows large answers without colours, and lists with few records', async () => {
      const operation = await swagger.show('Orders', 'listOrders');
      const perPage = operation.locator('tr[data-param-name="perPage"] input');
      expect(await perPage.inputValue()).toBe('20');
      await operation.locator('tr[data-param-name="expand"] select').selectOption('document');
      expect(await swagger.execute(operation)).toBe(200);
      const body = operation.locator('.live-responses-table .highlight-code').first();
      expect((await body.innerText()).length).toBeGreaterThan(20 * 1024);
      expect(await body.locator('span').count()).toBeLessThan(10);
    });

    it('saves whole tables for spreadsheets', async () => {
      const operation = await swagger.show('Users', 'listUsers');
      await swagger.askFor(operation, 'text/csv; bom=1');
      expect(await swagger.execute(operation)).toBe(200);
      expect(await operation.locator('.request-url').innerText()).not.toContain('perPage');
      const { name, bytes } = await swagger.save(operation);
      expect(name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
      expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
      expect(bytes.toString()).toContain('ada@example.com');
    });

    it('offers the kinds and actions of changes, and the events of webhooks', async () => {
      const changes = await swagger.show('Changes', 'listChanges');
      const kind = changes.locator('tr[data-param-name="kind"] select');
      await kind.waitFor();
      expect(await kind.locator('option').allInnerTexts()).toContain('shipment');
      const actions = changes.locator('tr[data-param-name="actions"] select');
      await actions.selectOption(['created', 'moved']);
      expect(await swagger.execute(changes)).toBe(200);
      expect(await changes.locator('.request-url').innerText()).toMatch(
        /actions=created(,|%2C)moved/,
      );
      const webhook = await swagger.show('Webhooks', 'createWebhook');
      const choices = webhook.locator('.opblock-section-request-body .examples-select select');
      await choices.selectOption('invoice.created');
      const body = await webhook.locator('textarea.body-param__text').inputValue();
      expect(JSON.parse(body)).toMatchObject({ webhooks: { events: ['invoice.created'] } });
    });

    it('does not call customers administrators', async () => {
      const operation = await swagger.show('Users', 'getUser');
      expect(await swagger.execute(operation)).toBe(200);
      expect(await operation.locator('.live-responses-table').innerText()).not.toContain(
        'SYSTEMLEVEL: 4 administrator',
      );
    });
  });

  it('throws nothing', () => {
    expect(store.faults).toEqual([]);
  });
});
