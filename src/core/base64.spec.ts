import fc from 'fast-check';
import { measureProcessorTime } from '../../test/support/service/processor-time';
import { decodeBase64, decodeBase64InPlace } from './base64';

const picture = Buffer.from('any bytes: \0\xff\xfe', 'latin1');
const text = picture.toString('base64');

describe('decodeBase64', () => {
  it.each([
    ['bare', text],
    ['a data URI', `data:image/png;base64,${text}`],
    ['a data URI with parameters, in capitals', `DATA:image/svg+xml;charset=utf-8;BASE64,${text}`],
    ['a data URI without a type', `data:;base64,${text}`],
    ['in lines', `${text.slice(0, 5)}\r\n${text.slice(5, 9)}\n${text.slice(9)}\r\n`],
    ['without padding', text.replace(/=+$/, '')],
  ])('decodes it %s', (_form, one) => {
    expect(decodeBase64(one)).toEqual(picture);
  });

  it.each([
    '',
    '=',
    '==',
    '====',
    'A',
    'AAAAA',
    'AA=',
    'A===',
    'AA=A',
    'AAA=AAAA',
    'AA==AA==',
    'AAA_',
    'AAA-',
    'AAA ',
    'AA\tAA',
    'AAA!AAAA',
    'AAAé',
    '<svg xmlns="x"/>',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'data:image/png,AAAA',
    'data:image/png;base64',
    'data:image/png;base64,',
    'data:image/png;base64,data:image/png;base64,AAAA',
    `data:${'x'.repeat(300)};base64,AAAA`,
    '\n\n\n\n',
  ])('refuses %j', (one) => {
    expect(decodeBase64(one)).toBeUndefined();
  });

  it('decodes encoded texts, and nothing with a foreign character', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(
        bytes,
        fc.nat(),
        fc.constantFrom(...' \t!-_,.:;%\0é€'),
        (content, place, foreign) => {
          const written = Buffer.from(content).toString('base64');
          expect(decodeBase64(written)).toEqual(Buffer.from(content));
          const at = place % (written.length + 1);
          expect(decodeBase64(written.slice(0, at) + foreign + written.slice(at))).toBeUndefined();
          expect(
            decodeBase64(written.slice(0, at) + foreign + written.slice(at + 1)),
          ).toBeUndefined();
        },
      ),
    );
  });

  it('decodes 20 MiB in linear time', async () => {
    const large = Buffer.alloc(20 * 1024 * 1024, 'large').toString('base64');
    const taken = await measureProcessorTime(() => {
      expect(decodeBase64(`data:image/png;base64,${large}`)).toHaveLength(20 * 1024 * 1024);
      expect(decodeBase64(`${large.slice(0, -4)}!!!!`)).toBeUndefined();
    });
    expect(taken).toBeLessThan(10_000);
  });
});

describe('decodeBase64InPlace', () => {
  /** Decodes the text within a document, with room before it. */
  const inPlace = (written: string): Buffer | undefined => {
    const before = '{"image": "';
    const json = Buffer.from(`${before}${written}"}`);
    return decodeBase64InPlace(json.subarray(before.length, -2), json);
  };
  const large = Buffer.alloc(300_001, picture);

  it.each<[string, (text: string) => string]>([
    ['as it is', (one) => one],
    ['as a data URI', (one) => `data:image\\/png;base64,${one}`],
    ['in lines', (one) => one.replace(/.{76}/g, '$&\\r\\n')],
    ['with slashes escaped', (one) => one.replaceAll('/', '\\/')],
    ['with all else escaped', (one) => one.replaceAll('+', '\\u002B').replace(/=/g, '\\u003d')],
    ['without padding', (one) => one.replace(/=+$/, '')],
  ])('decodes it %s', (_, write) => {
    for (const bytes of [picture, large]) {
      expect(inPlace(write(bytes.toString('base64')))?.equals(bytes)).toBe(true);
    }
  });

  it('accepts and refuses the same as decodeBase64, with escapes anywhere', () => {
    const part = fc.oneof(
      { weight: 8, arbitrary: fc.string({ unit: fc.constantFrom(...'Ab+/09'), maxLength: 9 }) },
      fc.constantFrom(...['\\n', '\\/', '\\u002b', '=', '\\\\', '\\t', '-', 'é', '\\u0000', ' ']),
    );
    const text = fc.tuple(fc.nat({ max: 70_000 }), fc.array(part)).map(([length, parts]) => {
      const whole = 'A'.repeat(Math.max(0, length - 2_000));
      return length < 2_000 ? parts.join('') : `${whole}${parts.join('')}AAAA`;
    });
    fc.assert(
      fc.property(text, (written) => {
        const expected = decodeBase64(JSON.parse(`"${written}"`) as string);
        expect(inPlace(written)).toEqual(expected);
      }),
    );
  });
});
