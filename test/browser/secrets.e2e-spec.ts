import type { Locator } from 'playwright-core';
import { MASTER_KEY, type Service } from '../support/service/service';
import { describeInBrowser, type OpenedStore, openStore } from './opened-store';
import { SwaggerPage } from './swagger-page';
import { until } from '../support/until';

const PASSWORD = 'correct horse battery staple';
const auth = { email: 'admin@example.com', password: PASSWORD };

describeInBrowser('secrets in Swagger UI', () => {
  let store: OpenedStore;
  let service: Service;
  let swagger: SwaggerPage;

  beforeAll(async () => {
    store = await openStore(0, {
      WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 'browser').toString('base64'),
    });
    ({ service, swagger } = store);
    const origin = new URL(service.url).origin;
    const permissions = ['clipboard-read', 'clipboard-write'];
    await swagger.page.context().grantPermissions(permissions, { origin });
  });

  afterAll(() => store.close());

  const curlOf = (operation: Locator): Locator => operation.locator('.curl-command');

  /** Presses the copy button of a part of the page. @returns what is in the clipboard */
  async function copied(part: Locator): Promise<string> {
    await part.locator('.copy-to-clipboard button').click();
    return swagger.page.evaluate('navigator.clipboard.readText()');
  }

  /** The typed body as the page shows it. */
  async function shownBody(operation: Locator): Promise<string> {
    const field = operation.locator('.dotted-field.has-secrets');
    const { color } = await field.locator('textarea').evaluate((element) => {
      // This runs in the browser.
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle: (of: unknown) => { color: string };
      };
      return { color: getComputedStyle(element).color };
    });
    expect(color).toBe('rgba(0, 0, 0, 0)');
    return field.locator('pre').innerText();
  }

  async function logIn(page: SwaggerPage): Promise<Locator> {
    const operation = await page.show('Login', 'logIn');
    await operation.locator('textarea.body-param__text').fill(JSON.stringify({ auth }, null, 2));
    expect(await page.execute(operation)).toBe(201);
    return operation;
  }

  it('hides what is pasted into the dialog for credentials', async () => {
    await swagger.page.locator('.auth-wrapper button.authorize').first().click();
    const fields = swagger.page.locator('.dialog-ux .auth-container input');
    const types = await fields.evaluateAll((all) => all.map((one) => one.getAttribute('type')));
    expect(types).toEqual(['password', 'password']);
    await swagger.page.locator('.dialog-ux button.btn-done').first().click();
  });

  it.each([
    ['in full', '{"auth": {"email": "a@example.com", "password": "hunter2 \\"x\\" é"}}'],
    ['unfinished', '{"auth": {"email": "a@example.com", "password": "hunter2'],
    ['without quotes', '{auth: {email: a@example.com, password: hunter2}}'],
    ['in single quotes', "{'auth': {'email': 'a@example.com', 'password': 'hunter2'}}"],
    ['over lines', '{"auth": {"email": "a@example.com",\n  "password":\n"hunter2"}}'],
  ])('shows dots for a password that is typed %s', async (_how, body) => {
    const operation = await swagger.show('Login', 'logIn');
    await operation.locator('textarea.body-param__text').fill(body);
    const shown = await shownBody(operation);
    expect(shown).toContain('a@example.com');
    expect(shown).not.toContain('hunter');
    expect(shown).toHaveLength(body.length + 1);
    expect(await operation.locator('textarea.body-param__text').inputValue()).toBe(body);
  });

  it('keeps the cursor in a field that gets a password while it is typed', async () => {
    const operation = await swagger.show('Users', 'createUser');
    const field = operation.locator('textarea.body-param__text');
    await field.fill('{"users": {"password": ');
    await field.pressSequentially('"abc", 1');
    expect(await field.inputValue()).toBe('{"users": {"password": "abc", 1');
    expect(await shownBody(operation)).toBe('{"users": {"password": "•••", 1 ');
    await field.fill('{}');
    expect(await operation.locator('.dotted-field.has-secrets').count()).toBe(0);
  });

  it('breaks the lines of dots where the field breaks them', async () => {
    const operation = await swagger.show('Users', 'createUser');
    const field = operation.locator('textarea.body-param__text');
    const long = JSON.stringify({ password: 'x'.repeat(128), comment: 'word '.repeat(1_500) });
    await field.fill(long);
    const behind = operation.locator('.dotted-field pre');
    const heightOf = (part: Locator): Promise<number> =>
      part.evaluate((element) => (element as unknown as { scrollHeight: number }).scrollHeight);
    expect(await heightOf(field)).toBeGreaterThan(400);
    expect(await heightOf(behind)).toBe(await heightOf(field));
    await field.evaluate((element) => {
      (element as unknown as { scrollTop: number }).scrollTop = 80;
    });
    // The dots follow with the field's event, which the browser sends with its next frame.
    await until(async () => {
      const scrolled = (element: unknown) => (element as { scrollTop: number }).scrollTop;
      return (await behind.evaluate(scrolled)) === 80;
    });
  });

  it('hides the password and the token of a login; the copied command and answer have them', async () => {
    const operation = await logIn(swagger);
    const curl = curlOf(operation);
    const shown = await curl.innerText();
    expect(shown).toContain('admin@example.com');
    expect(shown).toContain('"password": "••••••"');
    expect(await operation.locator('.responses-inner').innerText()).not.toContain(PASSWORD);
    expect(await copied(curl)).toContain(`"password": "${PASSWORD}"`);

    const answer = operation.locator('.live-responses-table .highlight-code');
    const { token } = JSON.parse(await copied(answer)) as { token: string };
    expect(token).toMatch(/^[\w-]+\./);
    expect(await answer.innerText()).toContain('"token": "••••••"');
    expect(await operation.innerText()).not.toContain(token);
    const hints = await operation.locator('.hidden-secrets').allInnerTexts();
    expect(hints).toEqual([
      'Secrets are hidden. The copy button copies the command with them.',
      'Secrets are hidden. Copy or download the body to get them.',
    ]);
    await swagger.logOut();
  });

  it('hides the credentials of a command, whatever they are', async () => {
    await swagger.authorize("it's a \"key\" -H 'x'");
    const operation = await swagger.show('Users', 'countUsers');
    expect(await swagger.execute(operation)).toBe(401);
    const shown = await curlOf(operation).innerText();
    expect(shown).toContain("-H 'Authorization: Bearer ••••••'");
    expect(shown).not.toContain('key');
    expect(await copied(curlOf(operation))).toContain("Bearer it'\\''s a");
    await swagger.logOut();
  });

  it('hides keys and the secrets of webhooks in the answers that create them', async () => {
    await swagger.authorize(MASTER_KEY);
    for (const [heading, operationId, member] of [
      ['API keys', 'createApiKey', 'key'],
      ['API keys', 'rotateApiKey', 'key'],
      ['Webhooks', 'createWebhook', 'SECRET'],
      ['Webhooks', 'rotateWebhook', 'SECRET'],
    ] as const) {
      const operation = await swagger.show(heading, operationId);
      const asks = operationId.startsWith('rotate');
      if (asks) await operation.locator('tr[data-param-name="id"] input').fill('1');
      const status = await swagger.execute(operation, { asks });
      expect([operationId, status]).toEqual([operationId, 201]);
      const answer = operation.locator('.live-responses-table .highlight-code');
      const text = await copied(answer);
      const secret = /"((?:osk|whsec)_[^"]+)"/.exec(text)?.[1] ?? '';
      expect(secret.length).toBeGreaterThan(30);
      expect(await answer.innerText()).toContain(`"${member}": "••••••"`);
      expect(await swagger.page.locator('body').innerText()).not.toContain(secret);
      expect(await swagger.download(operation)).toEqual(JSON.parse(text));
    }
    await swagger.logOut();
  });

  it('knows every secret of the OpenAPI document by its name', async () => {
    const named = new Set<string>();
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties = {} } = node as { properties?: Record<string, { type?: string }> };
      for (const [name, { type }] of Object.entries(properties)) {
        if (type === 'string' && /pass|secret|token|(?<!\w)key|hash$/i.test(name)) named.add(name);
      }
      Object.values(node).forEach(visit);
    };
    visit((await service.get('/openapi.json')).body);
    // Names of secrets, search words, and the keys that distinguish the rows of an order.
    const known = ['secretName', 'keyWords', 'keys', 'KEYWORDS', 'hash', 'HASH', 'STOCKHASH'];
    const shown = await swagger.page.evaluate(
      `import('/docs/secrets.mjs').then(({ hidden }) =>
        ${JSON.stringify([...named])}.filter((name) => hidden(JSON.stringify({ [name]: 'x1' })).includes('x1')))`,
    );
    expect(named.size).toBeGreaterThan(known.length);
    expect(new Set(shown as string[])).toEqual(new Set(known.filter((name) => named.has(name))));
  });

  describe('in several tabs', () => {
    let other: SwaggerPage;

    beforeAll(async () => {
      other = new SwaggerPage(await swagger.page.context().newPage());
      other.page.on('pageerror', ({ message }) => {
        throw new Error(message);
      });
      await other.open(service.url);
    });

    const count = async (page: SwaggerPage): Promise<number> =>
      page.execute(await page.show('Users', 'countUsers'));

    it('logs in all of them, and logs out all of them', async () => {
      await logIn(swagger);
      expect(await count(swagger)).toBe(200);
      expect(await count(other)).toBe(200);
      await other.logOut(1);
      expect(await count(other)).toBe(401);
      expect(await count(swagger)).toBe(401);
    });

    it('leaves the other credentials when one of two is taken back', async () => {
      await swagger.authorize(MASTER_KEY);
      await logIn(swagger);
      await other.logOut(1);
      expect(await count(swagger)).toBe(200);
      expect(await curlOf(swagger.page.locator('.opblock.is-open')).innerText()).toContain(
        'Bearer',
      );
      await swagger.logOut();
      expect(await count(other)).toBe(401);
    });

    it('leaves no request, answer or password behind in any of them', async () => {
      for (const page of [swagger, other]) {
        const operation = await logIn(page);
        const body = JSON.stringify({ auth: { ...auth, password: 'typed later' } });
        await operation.locator('textarea.body-param__text').fill(body);
      }
      await other.logOut(1);
      for (const page of [swagger, other]) {
        const operation = page.page.locator('.opblock[id$="-logIn"]');
        await operation.locator('.live-responses-table').waitFor({ state: 'detached' });
        expect(await operation.locator('.curl-command').count()).toBe(0);
        const body = operation.locator('textarea.body-param__text');
        expect(await body.inputValue()).not.toContain('typed later');
      }
    });
  });

  it('throws nothing', () => {
    expect(store.faults).toEqual([]);
  });
});
