import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import type { Hands } from './hands';
import type { SwaggerPage } from './swagger-page';

/** A file that was saved. */
interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Works in Swagger UI and counts the actions that a task takes. Each press, each filled-in field and each choice in
 * a menu is one action. Looking and scrolling don't count.
 */
export class Administrator {
  private counted = 0;

  constructor(
    private readonly swagger: SwaggerPage,
    private readonly hands: Hands,
  ) {}

  /** How many actions it took since this was asked last. */
  actions(): number {
    const { counted } = this;
    this.counted = 0;
    return counted;
  }

  /** Opens the form for logins. */
  async openLogin(): Promise<void> {
    await this.press(this.swagger.page.locator('#login-form summary'));
  }

  /** Fills a field of the form for logins. */
  async fillLogin(name: 'email' | 'password', value: string): Promise<void> {
    await this.type(this.swagger.page.locator(`#login-form input[name="${name}"]`), value);
  }

  /** Sends the form for logins. @returns what the page answers */
  async sendLogin(): Promise<string> {
    await this.press(this.swagger.page.locator('#login-form button'));
    const answer = this.swagger.page.locator('.logged-in, #login-form p[role="alert"]:not(:empty)');
    return answer.innerText();
  }

  /** Finds an operation by words, and opens it: the first one that is found. */
  async find(words: string, operationId: string): Promise<Locator> {
    this.counted += 2;
    const { page } = this.swagger;
    const filter = page.locator('.operation-filter-input');
    const operation = page.locator(`.opblock[id$="-${operationId}"]`);
    await this.hands.find(filter, words, operation);
    await operation.locator('button.execute').waitFor();
    return operation;
  }

  async press(button: Locator): Promise<void> {
    this.counted += 1;
    await this.hands.press(button);
  }

  async fill(operation: Locator, parameter: string, value: string | number): Promise<void> {
    const field = operation.locator(`tr[data-param-name="${parameter}"] input`);
    await this.type(field, String(value));
  }

  /** Fills a field of a form in. */
  async fillField(operation: Locator, field: string, value: string): Promise<void> {
    await this.type(operation.locator(`tr[data-property-name="${field}"] input`).first(), value);
  }

  /** Chooses a picture from the disk. */
  async attach(operation: Locator, name: string, picture: Buffer): Promise<void> {
    this.counted += 1;
    const [chooser] = await Promise.all([
      this.swagger.page.waitForEvent('filechooser'),
      this.hands.openFiles(operation.locator('input[type=file]')),
    ]);
    await chooser.setFiles({ name, mimeType: 'image/png', buffer: picture });
  }

  /** Chooses the form of the body. */
  async sendAs(operation: Locator, mediaType: string): Promise<void> {
    await this.choose(operation.locator('.body-param-content-type select'), mediaType);
  }

  /** Chooses the form of the response. */
  async askFor(operation: Locator, mediaType: string): Promise<void> {
    const menus = operation.locator('.responses-wrapper .response-control-media-type select');
    await this.choose(menus.first(), mediaType);
  }

  async write(operation: Locator, body: object | string): Promise<void> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    await this.type(operation.locator('textarea.body-param__text'), text);
  }

  /** Chooses one of the bodies that the page offers. */
  async chooseBody(operation: Locator, label: string): Promise<void> {
    const menu = operation.locator('.opblock-section-request-body .examples-select select');
    await this.choose(menu, label);
  }

  /** Executes an operation. @returns its status, and the body as the page shows it */
  async execute<T>(operation: Locator): Promise<{ status: number; answer: T }> {
    const status = await this.send(operation);
    const body = operation.locator('.live-responses-table .highlight-code pre').first();
    return { status, answer: JSON.parse(await body.innerText()) as T };
  }

  /** Executes an operation and saves the file that it returns. */
  async save(operation: Locator): Promise<SavedFile> {
    const status = await this.send(operation);
    if (status !== 200) throw new Error(`The file is answered with ${status}`);
    const link = operation.locator('.live-responses-table :is(a[download], .download-contents)');
    const [saved] = await Promise.all([
      this.swagger.page.waitForEvent('download'),
      this.press(link.first()),
    ]);
    return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
  }

  private async type(field: Locator, text: string): Promise<void> {
    this.counted += 1;
    await this.hands.fill(field, text);
  }

  private async choose(menu: Locator, label: string): Promise<void> {
    this.counted += 1;
    await this.hands.choose(menu, label);
    const chosen = await menu.locator('option:checked').innerText();
    if (chosen.trim() !== label) throw new Error(`The menu has chosen ${chosen}`);
  }

  /** Presses Execute, and waits until the page shows the response. */
  private async send(operation: Locator): Promise<number> {
    this.counted += 1;
    const [response] = await Promise.all([
      this.swagger.page.waitForResponse((sent) => sent.url().includes('/v1/')),
      this.hands.execute(operation),
    ]);
    const id = (await response.allHeaders())['x-request-id'];
    await operation.locator('.live-responses-table .headerline', { hasText: id }).waitFor();
    return response.status();
  }
}
