import { createETag, matchesETagStrongly, matchesETagWeakly } from './etag';

describe('createETag', () => {
  it('is the quoted version, or a hash of the body', () => {
    expect(createETag('{}', '7')).toBe('"7"');
    expect(createETag('{}')).toBe(createETag('{}'));
    expect(createETag('{}')).not.toBe(createETag('{ }'));
    expect(createETag('{}')).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
  });
});

describe('matching', () => {
  it.each<[string | undefined, boolean, boolean]>([
    ['"7"', true, true],
    ['W/"7"', true, false],
    ['*', true, true],
    [' * ', true, true],
    ['"6", "7"', true, true],
    ['"6",W/"7"', true, false],
    ['"6,7"', false, false],
    ['"6,"7"', false, false],
    ['7', false, false],
    ['"*"', false, false],
    ['"77"', false, false],
    ['', false, false],
    [undefined, false, false],
  ])('of %j with "7": weakly %s, strongly %s', (header, weakly, strongly) => {
    expect(matchesETagWeakly(header, '"7"')).toBe(weakly);
    expect(matchesETagStrongly(header ?? '', '"7"')).toBe(strongly);
  });
});
