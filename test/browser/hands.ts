import type { Locator, Page } from 'playwright-core';

/** Ways to operate a page. */
export interface Hands {
  /** Presses a button or a link. */
  readonly press: (button: Locator) => Promise<void>;
  /** Replaces the text of a field. */
  readonly fill: (field: Locator, text: string) => Promise<void>;
  /** Chooses an option of a menu, by its label. */
  readonly choose: (menu: Locator, label: string) => Promise<void>;
  /** Opens the dialog in which files are chosen. */
  readonly openFiles: (field: Locator) => Promise<void>;
  /** Types words into the filter of operations, and opens one of those that are found. */
  readonly find: (filter: Locator, words: string, operation: Locator) => Promise<void>;
  /** Sends the request of an operation. */
  readonly execute: (operation: Locator) => Promise<void>;
}

const executeButton = (operation: Locator): Locator => operation.locator('button.execute');

export const mouse: Hands = {
  press: (button) => button.click(),
  fill: (field, text) => field.fill(text),
  choose: async (menu, label) => {
    await menu.selectOption({ label });
  },
  openFiles: (field) => field.click(),
  find: async (filter, words, operation) => {
    await filter.fill(words);
    const found = filter.page().locator(`.found-operations[data-phrase="${words}"]`);
    await found.waitFor({ state: 'attached' });
    await operation.locator('.opblock-summary-control').click();
  },
  execute: (operation) => executeButton(operation).click(),
};

/** How often Tab is pressed for one thing: more would tire people. */
const MAX_TABS = 60;

/** Node.DOCUMENT_POSITION_FOLLOWING */
const FOLLOWING = 4;

/** Where an element is: before or after the focus, or reached, visibly or not. */
function placeOf(element: Locator): Promise<'before' | 'after' | 'reached' | 'hidden'> {
  return element.evaluate((node, following) => {
    const { activeElement, defaultView } = node.ownerDocument;
    if (node !== activeElement)
      return node.compareDocumentPosition(activeElement) & following ? 'before' : 'after';
    const { outlineStyle } = defaultView.getComputedStyle(node);
    return outlineStyle === 'none' ? 'hidden' : 'reached';
  }, FOLLOWING);
}

/** Uses keys only: Tab, Enter, the keys of menus, and the shortcuts of the page. */
export class Keyboard implements Hands {
  constructor(private readonly page: Page) {}

  private async reach(element: Locator): Promise<void> {
    await element.waitFor();
    for (let tabs = 0; tabs <= MAX_TABS; tabs += 1) {
      const place = await placeOf(element);
      if (place === 'reached') return;
      if (place === 'hidden')
        throw new Error(`No outline shows the focus of ${element.toString()}`);
      await this.page.keyboard.press(place === 'before' ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`${MAX_TABS} presses of Tab don't reach ${element.toString()}`);
  }

  async press(button: Locator): Promise<void> {
    await this.reach(button);
    await this.page.keyboard.press('Enter');
  }

  async fill(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(text);
  }

  async choose(menu: Locator, label: string): Promise<void> {
    await this.reach(menu);
    await this.page.keyboard.type(label);
  }

  async openFiles(field: Locator): Promise<void> {
    await this.press(field);
  }

  async find(filter: Locator, words: string, operation: Locator): Promise<void> {
    await this.page.keyboard.press('Control+K');
    await this.page.keyboard.insertText(words);
    await this.page.keyboard.press('Enter');
    await operation.locator(':focus').waitFor();
  }

  async execute(): Promise<void> {
    await this.page.keyboard.press('Control+Enter');
  }
}
