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

  /** Presses Authorize and takes back what was given there. */
  async logOut(): Promise<void> {
    await this.page.locator('.auth-wrapper button.authorize').first().click();
    await this.page.locator('.dialog-ux button', { hasText: 'Logout' }).first().click();
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
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('button.execute').waitFor();
    return operation;
  }

  /** The page is slow with hundreds of operations in it. */
  private async closeOthers(): Promise<void> {
    const open = this.page.locator('h3.opblock-tag[data-is-open="true"]');
    while ((await open.count()) > 0) await open.first().click();
  }

  /** Presses Execute. @returns the status of the answer */
  async execute(operation: Locator): Promise<number> {
    await operation.locator('button.execute').click();
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

  /** Saves the answer by its Download button. @returns what was saved, as JSON */
  async download(operation: Locator): Promise<unknown> {
    const [saved] = await Promise.all([
      this.page.waitForEvent('download'),
      operation.locator('.live-responses-table .download-contents').click(),
    ]);
    return JSON.parse(readFileSync(await saved.path(), 'utf8'));
  }
}
