import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { FontChain, noFonts } from '../../src/modules/sales/pdf/render/scripts/font-chain';
import { LineLayout, type Run } from '../../src/modules/sales/pdf/render/scripts/line-layout';
import { directionOf } from '../../src/modules/sales/pdf/render/scripts/bidi';
import { testServer } from '../support/database';
import { scaledTimeoutMs } from '../support/timeouts';

const program = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

/** Milliseconds: browsers suffer most on a busy machine. */
const TIMEOUT_MS = 120_000;

const canRun = testServer === undefined && existsSync(program);

/** Lines of invoices in which directions meet; the mark stands before numbers with a label. */
const lines = [
  'محمد عبد الله الأحمد',
  'شارع 15، مبنى 7 (الطابق 3)',
  'Ada S.L. شركة النور (Madrid) 12',
  'شركة Ada S.L. للتجارة 2026',
  'قميص قطني أزرق XL بخصم 5% (Shirt)',
  'الهاتف \u200e+966 11 555-123',
  'رقم ١٢٣٤ / 5678 و 12.50 €',
  '\u200f\u200e-1,234.50\u00a0€',
  'רחוב בן־יהודה 5 (קומה 3), תל אביב',
  'חולצה כחולה (XL) 12.50 ₪ [ABC]',
  'Shirt (חולצה, 2 ק״ג) and more',
  'טלפון \u200e+972 3 555',
  '\u200f1,234.50\u00a0\u200f₪',
  '12 / 27',
  'O1-2026-1 הזמנה 1/2',
  'لون: أحمر (+1.50)، مقاس: L',
  'דָּוִד (David) כהן "ABC" 5%',
  '株式会社 שלום 12 محمد',
];

(canRun ? describe : describe.skip)('the order of runs in a line', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: program, args: flags });
    page = await browser.newPage({ viewport: { width: 1500, height: 300 } });
    page.setDefaultTimeout(scaledTimeoutMs(TIMEOUT_MS));
  });

  afterAll(async () => {
    await browser.close();
  });

  /** Where the characters of a line stand from left to right in Chromium, those without width left out. */
  async function inChromium(line: string, direction: string): Promise<number[]> {
    await page.setContent(
      `<meta charset="utf-8"><p id="line" dir="${direction}" style="white-space: pre"></p>`,
    );
    return page.evaluate((text) => {
      // This runs in the browser.
      const browserOf = globalThis as unknown as {
        document: {
          getElementById: (id: string) => { textContent: string; firstChild: object };
          createRange: () => {
            setStart: (node: object, at: number) => void;
            setEnd: (node: object, at: number) => void;
            getBoundingClientRect: () => { left: number; width: number };
          };
        };
      };
      const element = browserOf.document.getElementById('line');
      element.textContent = text;
      const places = Array.from(text, (_, at) => {
        const range = browserOf.document.createRange();
        range.setStart(element.firstChild, at);
        range.setEnd(element.firstChild, at + 1);
        const { left, width } = range.getBoundingClientRect();
        return { at, middle: left + width / 2, width };
      });
      return places
        .filter(({ width }) => width > 0)
        .sort((one, other) => one.middle - other.middle)
        .map(({ at }) => at);
    }, line);
  }

  /** The same as documents have it. */
  async function inDocuments(line: string, direction: 'ltr' | 'rtl'): Promise<number[]> {
    const language = direction === 'rtl' ? 'ar' : 'en';
    const chain = await FontChain.of([line], { language, ownFonts: noFonts });
    const { runs } = new LineLayout(chain, { language, direction }).line(line, 'regular');
    chain.close();
    return runs.flatMap(({ glyphs }: Run) => [...new Set(glyphs.map(({ cluster }) => cluster))]);
  }

  const cases = lines.flatMap((line) => [[line, 'ltr'] as const, [line, 'rtl'] as const]);

  it.each(cases)('is that of Chromium: %j in a document that reads %s', async (line, direction) => {
    const own = await inDocuments(line, direction);
    const chromiums = await inChromium(line, directionOf(line, direction));
    // A mark shares the place of its letter, and a part of a ligature has no glyph of its own.
    const isCompared = (at: number) => /[^\s\p{M}]/u.test(line.charAt(at)) && own.includes(at);
    const order = chromiums.filter(isCompared);
    expect(order.length).toBeGreaterThan(3);
    expect(own.filter((at) => order.includes(at)).map((at) => line[at])).toEqual(
      order.map((at) => line[at]),
    );
  });
});
