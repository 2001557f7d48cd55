import { readFileSync } from 'node:fs';
import { MASTER_KEY } from '../support/service/service';
import { until } from '../support/until';
import { describeInBrowser, type OpenedStore, openStore } from './opened-store';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

describeInBrowser('the accessibility of Swagger UI', () => {
  let store: OpenedStore;

  beforeAll(async () => {
    store = await openStore();
    await store.swagger.authorize(MASTER_KEY);
    await store.swagger.page.evaluate(axe);
    // Colours are judged as they are at the end of a transition.
    await store.swagger.page.addStyleTag({ content: '* { transition: none !important; }' });
  });

  afterAll(() => store.close());

  /** Violations that axe finds, by rule. */
  async function violations(): Promise<string[]> {
    const found = await store.swagger.page.evaluate<Violation[]>(
      `axe.run({ runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => violations)`,
    );
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  }

  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    beforeAll(() => store.swagger.page.emulateMedia({ colorScheme }));

    it('shows that theme', async () => {
      const isDark = async (): Promise<boolean> => {
        const background = await store.swagger.page.evaluate<string>(
          'getComputedStyle(document.documentElement).backgroundColor',
        );
        return /^rgb\((\d\d?), /.test(background);
      };
      // The page hears of another theme by an event.
      await until(async () => (await isDark()) === (colorScheme === 'dark'));
    });

    it.each([
      ['News', 'updateNews'],
      ['News', 'createNews'],
      ['News', 'removeNews'],
      ['Images', 'uploadImage'],
      ['Changes', 'listChanges'],
      ['Webhooks', 'createWebhook'],
    ])('has no violation in %s, %s', async (heading, operationId) => {
      await store.swagger.show(heading, operationId);
      expect(await violations()).toEqual([]);
    });

    it('has no violation in the form for logins', async () => {
      const form = store.swagger.page.locator('#login-form');
      await form.locator('summary').click();
      await form.locator('input[name="email"]').waitFor();
      expect(await violations()).toEqual([]);
      await form.locator('summary').click();
    });

    it('has no violation in an answer', async () => {
      const operation = await store.swagger.show('Orders', 'getOrder');
      expect(await store.swagger.execute(operation)).toBe(200);
      expect(await violations()).toEqual([]);
    });

    it('has no violation in a question and in the dialog for credentials', async () => {
      const { page } = store.swagger;
      const operation = await store.swagger.show('News', 'removeNews');
      await operation.locator('tr[data-param-name="id"] input').fill('1');
      await operation.locator('button.execute').click();
      await page.locator('dialog.confirmation').waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.auth-wrapper button.authorize').first().click();
      await page.locator('.dialog-ux').waitFor();
      expect(await violations()).toEqual([]);
      await page.locator('.dialog-ux button.btn-done').first().click();
    });
  });

  it('throws nothing', () => {
    expect(store.faults).toEqual([]);
  });
});
