import { parseInstant } from '../../../../core/instant';
import { type FormatOptions, DocumentFormatter } from './document-formatter';

function formats(values: Partial<FormatOptions> = {}): DocumentFormatter {
  return new DocumentFormatter({
    language: 'en',
    country: '',
    currency: 'EUR',
    timeZone: 'UTC',
    ...values,
  });
}

describe('the formats of a document', () => {
  it('show the day in the zone of the store, also before zones had whole minutes', () => {
    const day = (text: string, timeZone: string) =>
      formats({ timeZone }).formatDate(parseInstant(text, timeZone) as Date);
    expect(day('1900-01-01', 'Europe/Amsterdam')).toBe('January 1, 1900');
    expect(day('1900-01-01', 'Europe/Madrid')).toBe('January 1, 1900');
    expect(day('2026-03-01T23:59:59', 'Asia/Tokyo')).toBe('March 1, 2026');
  });

  it.each([
    ['en', '', '-€1,234.50', '5.2%', 'March 1, 2026', 'Germany'],
    ['en', 'GB', '-€1,234.50', '5.2%', '1 March 2026', 'Germany'],
    // A language that isn't that of the seller's country has the formats of its main country.
    ['en', 'ES', '-€1,234.50', '5.2%', 'March 1, 2026', 'Germany'],
    ['es', 'ES', '-1.234,50 €', '5,2 %', '1 de marzo de 2026', 'Alemania'],
    ['ca', 'ES', '-1.234,50 €', '5,2 %', '1 de març del 2026', 'Alemanya'],
    ['fr', 'FR', '-1 234,50 €', '5,2 %', '1 mars 2026', 'Allemagne'],
    ['de', 'DE', '-1.234,50 €', '5,2 %', '1. März 2026', 'Deutschland'],
    ['it', 'IT', '-1.234,50 €', '5,2%', '1 marzo 2026', 'Germania'],
    ['pt', 'ES', '-1 234,50 €', '5,2%', '1 de março de 2026', 'Alemanha'],
    ['pt', 'BR', '-€ 1.234,50', '5,2%', '1 de março de 2026', 'Alemanha'],
    ['el', 'GR', '-1.234,50 €', '5,2%', '1 Μαρτίου 2026', 'Γερμανία'],
    ['ja', 'JP', '-€1,234.50', '5.2%', '2026年3月1日', 'ドイツ'],
    ['ko', 'KR', '-€1,234.50', '5.2%', '2026년 3월 1일', '독일'],
    // Latin digits and the Gregorian calendar.
    ['th', 'TH', '-€1,234.50', '5.2%', '1 มีนาคม ค.ศ. 2026', 'เยอรมนี'],
    ['ar', 'EG', '\u200f\u200e-1,234.50 €', '5.2\u200e%\u200e', '1 مارس 2026', 'ألمانيا'],
    ['he', 'IL', '\u200f\u200e-1,234.50 \u200f€', '5.2%', '1 במרץ 2026', 'גרמניה'],
    ['fa', 'IR', '\u200e−\u200e€ 1,234.50', '5.2%', '1 مارس 2026', 'آلمان'],
  ])('are those of %s in "%s"', (language, country, total, rate, date, name) => {
    const of = formats({ language, country });
    const texts = [
      of.formatWithCurrency(-12_345_000),
      of.formatRate(5_200_000),
      of.formatDate(new Date('2026-03-01T12:00:00Z')),
      of.getCountryName('DE'),
    ];
    // Any kind of non-breaking space is fine.
    expect(texts.map((text) => text.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
      ...[total, rate, date, name],
    ]);
  });

  it('write amounts to the minor unit of the currency, half away from zero', () => {
    const written = ['EUR', 'JPY', 'KWD'].map((currency) =>
      formats({ currency }).formatAmount(12_345),
    );
    expect(written).toEqual(['1.23', '1', '1.235']);
    expect(formats().formatAmount(12_350)).toBe('1.24');
    expect(formats().formatAmount(-12_350)).toBe('-1.24');
    expect(formats({ currency: 'KWD' }).formatWithCurrency(15_055)).toBe('KWD\u00a01.506');
    expect(formats().formatWithCurrency(999_999_999_999_999)).toBe('€100,000,000,000.00');
  });

  it('group the digits of amounts equally with and without the currency sign', () => {
    for (const [language, country] of [
      ['de', 'AT'],
      ['de', 'CH'],
      ['es', 'ES'],
      ['pt', 'PT'],
    ]) {
      const of = formats({ language: language as string, country: country as string });
      expect(of.formatWithCurrency(123_456_789_000)).toContain(of.formatAmount(123_456_789_000));
    }
  });

  it('write all decimals of prices and quantities, with aligned decimal points', () => {
    const of = formats();
    const prices = [100_000, 1_234, 12_300];
    const decimals = of.getPriceDecimals(prices);
    expect(decimals).toBe(4);
    const written = prices.map((price) => of.formatPrice(price, decimals));
    expect(written).toEqual(['10.00\u2007\u2007', '0.1234', '1.23\u2007\u2007']);
    const most = of.getQuantityDecimals([1000, 1500, 1125]);
    expect([1000, 1500, 1125].map((one) => of.formatQuantity(one, most))).toEqual([
      ...['1\u2008\u2007\u2007\u2007', '1.5\u2007\u2007', '1.125'],
    ]);
    // The mark keeps the blanks to the right of the number.
    const hebrew = formats({ language: 'he', isRightToLeft: true });
    expect(hebrew.formatPrice(12_300, 4)).toBe('1.23\u2007\u2007\u200e');
    expect([of.getPriceDecimals([]), of.getQuantityDecimals([2000, 0])]).toEqual([2, 0]);
    expect([of.formatPrice(50_000), of.formatQuantity(2000)]).toEqual(['5.00', '2']);
  });

  it('keep a minus to the left of its number in right-to-left text', () => {
    const amounts = (language: string) =>
      formats({ language, isRightToLeft: true }).formatAmount(-39_600);
    expect([amounts('he'), amounts('ar')]).toEqual(['\u200e-3.96', '\u200e-3.96']);
    expect(formats().formatAmount(-39_600)).toBe('-3.96');
  });

  it('use the day in the store’s time zone', () => {
    const instant = new Date('2026-02-28T23:30:00Z');
    expect(formats({ timeZone: 'Europe/Madrid' }).formatDate(instant)).toBe('March 1, 2026');
    expect(formats({ timeZone: 'UTC' }).formatDate(instant)).toBe('February 28, 2026');
  });

  it('return an empty name without a country', () => {
    expect(formats().getCountryName('')).toBe('');
  });
});
