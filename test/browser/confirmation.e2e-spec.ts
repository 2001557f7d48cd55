import type { Locator } from 'playwright-core';
import { MASTER_KEY } from '../support/service/service';
import { describeInBrowser, type OpenedStore, openStore } from './opened-store';

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly in: string; readonly example?: unknown }[];
  readonly 'x-destructive'?: true;
}

describeInBrowser('operations that write, in Swagger UI', () => {
  let store: OpenedStore;
  let dialog: Locator;

  beforeAll(async () => {
    store = await openStore();
    dialog = store.swagger.page.locator('dialog.confirmation');
    await store.swagger.authorize(MASTER_KEY);
  });

  afterEach(async () => {
    if ((await dialog.count()) > 0) await store.swagger.page.keyboard.press('Escape');
  });

  afterAll(() => store.close());

  /** Fills the path in and presses Execute. @returns what the dialog asks */
  async function ask(
    operation: Locator,
    path: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    for (const [name, value] of Object.entries(path))
      await operation.locator(`tr[data-param-name="${name}"] input`).fill(value);
    await operation.locator('button.execute').click();
    await dialog.waitFor();
    return dialog.locator('h2').innerText();
  }

  async function statusOf(operation: Locator): Promise<string> {
    const cell = operation
      .locator('.live-responses-table tr.response td.response-col_status')
      .first();
    return (await cell.innerText()).trim();
  }

  it('name no record until the user does', async () => {
    const { text } = await store.service.get('/docs/initializer.js');
    const [, json = ''] = /^const spec = (.*);$/m.exec(text) ?? [];
    const { paths } = JSON.parse(json) as { paths: Record<string, Record<string, Described>> };
    const armed = Object.values(paths)
      .flatMap((path) => Object.entries(path))
      .filter(([method]) => method !== 'get')
      .filter(([, { parameters }]) =>
        parameters.some((one) => one.in === 'path' && one.example !== undefined),
      );
    expect(armed).toEqual([]);
  });

  it.each([
    ['Orders', 'changeOrderStatuses'],
    ['Shipments', 'receiveShipments'],
  ])('name no record in a list of %s, %s', async (heading, operationId) => {
    const operation = await store.swagger.show(heading, operationId);
    const body = await operation.locator('textarea.body-param__text').inputValue();
    const records = Object.values(JSON.parse(body) as object).flat() as { id?: 0; pId?: '' }[];
    expect(records.map(({ id = 0, pId = '' }) => [id, pId])).toEqual([[0, '']]);
  });

  it('are not sent without an id', async () => {
    const operation = await store.swagger.show('News', 'removeNews');
    await operation.locator('button.execute').click();
    await operation.locator('tr[data-param-name="id"] input.invalid').waitFor();
    expect(await dialog.count()).toBe(0);
    expect((await store.service.get('/v1/news/1')).status).toBe(200);
  });

  it('ask with the name of the record, and do nothing when the answer is no', async () => {
    const operation = await store.swagger.show('Users', 'removeUser');
    expect(await ask(operation, { id: '1' })).toBe('Delete user 1, Ada Núñez?');
    await store.swagger.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await ask(operation)).toContain('Ada Núñez');
    // Cancel has the focus.
    await store.swagger.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await operation.locator('.live-responses-table').count()).toBe(0);
    expect((await store.service.get('/v1/users/1')).status).toBe(200);
  });

  it('are sent when the answer is yes', async () => {
    const operation = await store.swagger.show('News', 'removeNews');
    expect(await ask(operation, { id: '1' })).toMatch(/^Delete news article 1, .+\?$/);
    await dialog.locator('button', { hasText: 'Delete' }).click();
    expect(await statusOf(operation)).toBe('200');
    expect((await store.service.get('/v1/news/1')).status).toBe(404);
  });

  it('ask with the name of a record that only its list has', async () => {
    const operation = await store.swagger.show('API keys', 'rotateApiKey');
    expect(await ask(operation, { id: '1' })).toBe('Replace the secret of an API key?');
    expect(await dialog.locator('p').innerText()).toMatch(/^id 1, .+/);
    await dialog.locator('button', { hasText: 'Cancel' }).click();
  });

  it('do not name a record that stays', async () => {
    const operation = await store.swagger.show('Tags', 'removeTagGroupLinks');
    expect(await ask(operation, { id: '1' })).toBe('Remove a tag from all groups?');
    expect(await dialog.locator('p').innerText()).toMatch(/^id 1, .+/);
    await dialog.locator('button', { hasText: 'Cancel' }).click();
  });

  it('ask for the file that a body names', async () => {
    const operation = await store.swagger.show('File manager', 'removeFile');
    const body = operation.locator('textarea.body-param__text');
    expect(JSON.parse(await body.inputValue())).toEqual({ fileManager: { file: '' } });
    await body.fill('{"fileManager":{"file":"archive/price-list.txt"}}');
    expect(await ask(operation)).toBe('Remove file archive/price-list.txt?');
    await dialog.locator('button', { hasText: 'Remove' }).click();
    expect(await statusOf(operation)).toBe('201');
  });

  it('ask before another group becomes that of the administrators, with what that means', async () => {
    const operation = await store.swagger.show('User groups', 'updateUsersGroup');
    const body = operation.locator('textarea.body-param__text');
    await body.fill('{"usersGroups":{"systemGroup":true}}');
    expect(await ask(operation, { id: '1' })).toMatch(/^Change user group 1, .+\?$/);
    expect(await dialog.locator('p').innerText()).toContain('lose their rights');
    await dialog.locator('button', { hasText: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await body.fill('{"usersGroups":{"description":"Unasked"}}');
    await operation.locator('button.execute').click();
    expect(await statusOf(operation)).toBe('200');
  });

  it('ask wherever something is taken away for good', async () => {
    const { body } = await store.service.get('/openapi.json');
    const paths = (body as { paths: Record<string, Record<string, Described>> }).paths;
    const operations = Object.values(paths).flatMap((path) => Object.entries(path));
    const destructive = operations.filter(([, one]) => one['x-destructive']);
    for (const [method, one] of operations)
      if (method === 'delete')
        expect(destructive.map(([, { operationId }]) => operationId)).toContain(one.operationId);
    expect(
      destructive
        .filter(([method]) => method !== 'delete')
        .map(([, { operationId }]) => operationId)
        .sort(),
    ).toEqual([
      'annulCreditNote',
      'annulInvoice',
      'createUserErasure',
      'removeDirectory',
      'removeFile',
      'rotateApiKey',
      'rotateWebhook',
    ]);
  });

  it('throws nothing', () => {
    expect(store.faults).toEqual([]);
  });
});
