import type { Locator } from 'playwright-core';
import type { SwaggerPage } from './swagger-page';

/**
 * Works in Swagger UI and counts the actions that a task takes. Each press, each filled-in field and each choice in
 * a menu is one action. Looking and scrolling don't count.
 */
export class Administrator {
  private counted = 0;

  constructor(private readonly swagger: SwaggerPage) {}

  /** How many actions it took since this was asked last. */
  actions(): number {
    const { counted } = this;
    this.counted = 0;
    return counted;
  }

  /** Logs in by the form. */
  async logIn(email: string, password: string): Promise<void> {
    this.counted += 4;
    await this.swagger.logIn(email, password);
    await this.swagger.page.locator('.logged-in').waitFor();
  }

  /** Finds an operation by words, and opens it. */
  async find(words: string, operationId: string): Promise<Locator> {
    this.counted += 1;
    const found = await this.swagger.find(words);
    if (!found.includes(operationId)) throw new Error(`"${words}" finds ${found.join(', ')}`);
    return this.open(operationId);
  }

  /** Opens an operation that is in sight. */
  async open(operationId: string): Promise<Locator> {
    const operation = this.swagger.page.locator(`.opblock[id$="-${operationId}"]`);
    await this.press(operation.locator('.opblock-summary-control'));
    await operation.locator('button.execute').waitFor();
    return operation;
  }

  async press(button: Locator): Promise<void> {
    this.counted += 1;
    await button.click();
  }

  async fill(operation: Locator, parameter: string, value: string): Promise<void> {
    this.counted += 1;
    const field = operation.locator(`tr[data-param-name="${parameter}"] input`);
    await field.fill(value);
  }

  /** Fills a field of a form in. */
  async fillField(operation: Locator, field: string, value: string): Promise<void> {
    this.counted += 1;
    await this.swagger.fill(operation, field, value);
  }

  /** Chooses a picture from the disk. */
  async attach(operation: Locator, name: string, picture: Buffer): Promise<void> {
    this.counted += 1;
    const file = { name, mimeType: 'image/png', buffer: picture };
    await operation.locator('input[type=file]').setInputFiles(file);
  }

  /** Chooses in which form the body is sent. */
  async sendAs(operation: Locator, mediaType: string): Promise<void> {
    this.counted += 1;
    await this.swagger.sendAs(operation, mediaType);
  }

  async write(operation: Locator, body: object): Promise<void> {
    this.counted += 1;
    await operation.locator('textarea.body-param__text').fill(JSON.stringify(body));
  }

  async choose(menu: Locator, label: string): Promise<void> {
    this.counted += 1;
    await menu.selectOption({ label });
  }

  /** Asks for a PDF and saves it. @returns its name and its bytes */
  async savePdf(operation: Locator): Promise<{ name: string; bytes: Buffer }> {
    this.counted += 3;
    await this.swagger.askFor(operation, 'application/pdf');
    const status = await this.swagger.execute(operation);
    if (status !== 200) throw new Error(`The PDF is answered with ${status}`);
    return this.swagger.save(operation);
  }

  /** Presses Execute. @returns what is answered, and the status */
  async execute<T>(operation: Locator): Promise<{ status: number; answer: T }> {
    this.counted += 1;
    const status = await this.swagger.execute(operation);
    const text = await operation
      .locator('.live-responses-table .highlight-code pre')
      .first()
      .innerText();
    return { status, answer: JSON.parse(text) as T };
  }
}
