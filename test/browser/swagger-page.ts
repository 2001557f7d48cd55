import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';

/** Swagger UI as an administrator sees and uses it. */
export class SwaggerPage {
  constructor(readonly page: Page) {}

  /** Opens the page, and waits until its headings are there. */
  async open(url: string): Promise<void> {
    await this.page.goto(`${url}/docs`);
    await this.page.locator('h3.opblock-tag').first().waitFor();
  }

  /** Logs in by the form, which is open already or is opened. */
  async logIn(email: string, password: string): Promise<void> {
    const form = this.page.locator('#login-form');
    if ((await form.getAttribute('open')) === null) await form.locator('summary').click();
    await form.locator('input[name="email"]').fill(email);
    await form.locator('input[name="password"]').fill(password);
    await form.locator('button').click();
  }

  /** Presses Authorize and takes back what was given there. @param place of the field; absent: the first that is filled */
  async logOut(place?: 0 | 1): Promise<void> {
    await this.page.locator('.auth-wrapper button.authorize').first().click();
    const all = this.page.locator('.dialog-ux .auth-container');
    const forms = place === undefined ? all : all.nth(place);
    await forms.locator('button', { hasText: 'Logout' }).first().click();
    await this.page.locator('.dialog-ux button.btn-done').first().click();
  }

  /** Presses Authorize and gives the key or the token. @param place of the field: 0 the key, 1 the token */
  async authorize(secret: string, place: 0 | 1 = 0): Promise<void> {
    await this.page.locator('.auth-wrapper button.authorize').first().click();
    const form = this.page.locator('.dialog-ux .auth-container').nth(place);
    await form.locator('input').fill(secret);
    await form.locator('button.authorize').click();
    await this.page.locator('.dialog-ux button.btn-done').first().click();
  }

  /** Shows an operation below its heading. */
  async show(heading: string, operationId: string): Promise<Locator> {
    const operation = this.page.locator(`.opblock[id$="-${operationId}"]`);
    const tag = this.page.locator(`h3.opblock-tag[data-tag="${heading}"]`);
    await this.closeOthers();
    await tag.click();
    const control = operation.locator('.opblock-summary-control');
    await control.waitFor();
    const isOpen = (await operation.getAttribute('class'))?.includes('is-open') === true;
    // An operation that was open when its heading was closed is still open.
    if (!isOpen) await control.click();
    await operation.locator('button.execute').waitFor();
    return operation;
  }

  /** The page is slow with hundreds of operations in it. */
  private async closeOthers(): Promise<void> {
    const open = this.page.locator('h3.opblock-tag[data-is-open="true"]');
    while ((await open.count()) > 0) await open.first().click();
  }

  /** Looks for operations. @returns ids of those that are shown, once the page is done with it */
  async find(phrase: string): Promise<string[]> {
    const filter = this.page.locator('.operation-filter-input');
    await filter.fill(phrase);
    const answered = this.page.locator(`.found-operations[data-phrase="${phrase}"]`);
    await answered.waitFor({ state: 'attached' });
    const ids = await this.page
      .locator('.opblock')
      .evaluateAll((all) => all.map(({ id }) => id.split('-').at(-1) ?? ''));
    return ids;
  }

  /** Presses Execute, and confirms the question of a destructive operation. @returns the status of the answer */
  async execute(operation: Locator, { asks = false } = {}): Promise<number> {
    const answers = operation.locator('.live-responses-table');
    // The response to an earlier request is cleared first, so that the new one is read.
    if ((await answers.count()) > 0) await operation.locator('button.btn-clear').click();
    await answers.waitFor({ state: 'detached' });
    await operation.locator('button.execute').click();
    if (asks) await this.page.locator('dialog.confirmation button.confirm').click();
    const status = operation
      .locator('.live-responses-table tr.response td.response-col_status')
      .first();
    return Number.parseInt(await status.innerText(), 10);
  }

  /** Takes a picture of the window with an element at its top. @param path of the PNG */
  async picture(selector: string, path: string): Promise<void> {
    await this.page.evaluate(`document.querySelector('${selector}').scrollIntoView()`);
    await this.page.screenshot({ path });
  }

  /** Chooses in which form the answer is asked for, in the menu of the responses. */
  async askFor(operation: Locator, mediaType: string): Promise<void> {
    const menu = operation.locator('.responses-wrapper .response-control-media-type select');
    await menu.first().selectOption(mediaType);
  }

  /** Chooses in which form the body is sent, in the menu of the request body. */
  async sendAs(operation: Locator, mediaType: string): Promise<void> {
    await operation.locator('.body-param-content-type select').selectOption(mediaType);
  }

  /** Fills a field of a form in. */
  async fill(operation: Locator, field: string, value: string): Promise<void> {
    const row = operation.locator(`tr[data-property-name="${field}"]`);
    await row.locator('input').first().fill(value);
  }

  /** Saves an answer that is a file. @returns its name and its bytes */
  async save(operation: Locator): Promise<{ name: string; bytes: Buffer }> {
    const [saved] = await Promise.all([
      this.page.waitForEvent('download'),
      operation.locator('.live-responses-table a[download]').click(),
    ]);
    return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
  }

  /** Saves the answer by its Download button. @returns what was saved, as JSON */
  async download(operation: Locator): Promise<unknown> {
    const [saved] = await Promise.all([
      this.page.waitForEvent('download'),
      operation.locator('.live-responses-table .download-contents').click(),
    ]);
    return JSON.parse(readFileSync(await saved.path(), 'utf8'));
  }
}
