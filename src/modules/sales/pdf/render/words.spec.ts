import { processorTime } from '../../../../../test/support/processor-time';
import { type Word, wordsOf } from './words';

/** Words, divided by |, and by spaces where the text has them. */
const words = (text: string): string =>
  [...wordsOf(text)]
    .map(({ text: word, isJoined }, at) => (at === 0 ? '' : isJoined ? '|' : ' ') + word)
    .join('');

describe('the words that lines are broken between', () => {
  it.each([
    ['one  two-three', 'one two-three'],
    ['', ''],
    // No line begins with what closes or lengthens, and none ends with what opens.
    ['東京都「さくら」へ。', '東京|都|「さくら」|へ。'],
    ['ニャーニャー泣いた', 'ニャーニャー|泣|い|た'],
    ['（青・Lサイズ）', '（青・|L|サイズ）'],
    ['กำลังดี ที่สุด', 'กำลัง|ดี ที่สุด'],
    ['我是中国人，你好！', '我是|中国人，|你好！'],
    // Korean has spaces.
    ['서울서점 주식회사', '서울서점 주식회사'],
  ])('%s', (text, expected) => {
    expect(words(text)).toBe(expected);
  });

  it('lose nothing of a long text, and take no time that grows with the square of its length', async () => {
    const text = '名前はまだ無い。'.repeat(5000);
    const found: Word[] = [];
    const taken = await processorTime(() => found.push(...wordsOf(text)));
    expect(found.map((word) => word.text).join('')).toBe(text);
    expect(found.length).toBeGreaterThan(10_000);
    // Some tenths of a second.
    expect(taken).toBeLessThan(20_000);
  });
});
