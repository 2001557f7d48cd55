import { measureProcessorTime } from '../../../test/support/service/processor-time';
import { findTypePreferredOverJson } from './accept';

const PDF = 'application/pdf';
const BYTES = 'application/octet-stream';

describe('findTypePreferredOverJson', () => {
  it.each([
    [undefined],
    [''],
    ['*/*'],
    ['application/json'],
    ['application/*'],
    // Equal qualities: the order of a list has no meaning.
    ['application/pdf, application/json'],
    ['application/pdf, */*'],
    ['application/json, text/plain, */*'],
    ['application/pdf;q=0'],
    ['application/pdf;q=0.4, */*;q=0.5'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/png,*/*;q=0.8'],
    ['text/html'],
    ['application/json;q=0'],
    ['pdf'],
    ['"application/pdf"'],
  ])('stays with JSON for %s', (accept) => {
    expect(findTypePreferredOverJson(accept, [PDF])).toBeUndefined();
  });

  it.each([
    ['application/pdf'],
    ['APPLICATION/PDF'],
    ['application/pdf;version=1.7'],
    ['application/pdf, */*;q=0.9'],
    ['application/json;q=0.5 , application/pdf; Q=0.501'],
    ['application/*, application/json;q=0.9'],
    ['*/*, application/json;q=0'],
    ['text/html;level="1,2", application/pdf'],
  ])('chooses the file for %s', (accept) => {
    expect(findTypePreferredOverJson(accept, [PDF])).toBe(PDF);
  });

  it('chooses the type with the highest quality, and the first of equal ones', () => {
    expect(findTypePreferredOverJson('image/*', ['image/png', BYTES])).toBe('image/png');
    expect(findTypePreferredOverJson(BYTES, ['image/png', BYTES])).toBe(BYTES);
    expect(findTypePreferredOverJson(`image/png, ${BYTES}`, ['image/png', BYTES])).toBe(
      'image/png',
    );
    expect(findTypePreferredOverJson(`image/png;q=0.1, ${BYTES};q=0.2`, ['image/png', BYTES])).toBe(
      BYTES,
    );
    expect(
      findTypePreferredOverJson(`${BYTES}, application/json`, ['image/png', BYTES]),
    ).toBeUndefined();
  });

  it('parses a header of any length quickly', async () => {
    const taken = await measureProcessorTime(() => {
      expect(
        findTypePreferredOverJson(`${'a/b;'.repeat(4000)}, ${'"'.repeat(4001)}`, [PDF]),
      ).toBeUndefined();
    });
    expect(taken).toBeLessThan(1000);
  });
});
