import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const MEBIBYTE = 1024 * 1024;

/** Letters of scripts whose text is shaped, from fonts that are subset. */
const texts = [
  '日本語の請求書',
  'فاتورة للعميل',
  'חשבונית ללקוח',
  'ใบแจ้งหนี้',
  'चालान संख्या',
  '세금 계산서',
];

/** Subsets fonts and shapes text until V8 would compile all of it once more. */
const script = `
const { getHeapStatistics } = require('node:v8');
const { FontChain, noFonts } = require(${JSON.stringify(join(__dirname, 'font-chain.ts'))});
(async () => {
  const texts = ${JSON.stringify(texts)};
  for (let time = 0; time < 20; time++) {
    const chain = await FontChain.of(texts, { language: 'en', ownFonts: noFonts });
    for (const text of texts) {
      const [first] = text;
      const face = chain.faceFor([first.codePointAt(0)], 'regular');
      const line = { text, start: 0, end: text.length, isRightToLeft: false, language: 'en' };
      face.shaper.shape(line);
    }
    chain.close();
  }
  process.stdout.write(String(getHeapStatistics().peak_malloced_memory));
})();
`;

describe('a library in WebAssembly', () => {
  it('is compiled once, in little memory', () => {
    const hook = join(__dirname, '../../../../../../test/support/typescript.cjs');
    const told = execFileSync(process.execPath, ['--require', hook, '-e', script], {
      encoding: 'utf8',
    });
    expect(Number(told) / MEBIBYTE).toBeLessThan(25);
  });
});
