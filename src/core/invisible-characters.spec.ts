import { findInvisibleCharacter, findInvisibleCharacterInName } from './invisible-characters';

describe('findInvisibleCharacter', () => {
  it.each([
    ['ada\u200b', 'U+200B'],
    ['a\u00adda', 'U+00AD'],
    ['ada\u2060', 'U+2060'],
    ['a\u200dda', 'U+200D'],
    ['\u{e0070}ada', 'U+E0070'],
    ['ada\t', 'U+0009'],
  ])('finds the character in %j', (text, found) => {
    expect(findInvisibleCharacter(text)).toBe(found);
    expect(findInvisibleCharacterInName(text)).toBe(found);
  });

  it.each(['ada', 'José', '日本語', '❤️', '葛\u{e0100}', 'a b'])('finds nothing in %j', (text) => {
    expect(findInvisibleCharacter(text)).toBeUndefined();
  });
});

describe('findInvisibleCharacterInName', () => {
  it.each(['علی\u200cرضا', 'श्री\u200dक', '👩\u200d💻', '👩🏽\u200d🚀', '❤️\u200d🔥'])(
    'accepts the joiner in %j',
    (name) => {
      expect(findInvisibleCharacter(name)).toBeDefined();
      expect(findInvisibleCharacterInName(name)).toBeUndefined();
    },
  );

  it('accepts marks of direction in names that are written from right to left', () => {
    expect(findInvisibleCharacterInName('נייר LW\u200f 21.6 x\u200f 28')).toBeUndefined();
    expect(findInvisibleCharacter('נייר LW\u200f 21.6')).toBe('U+200F');
    for (const name of [
      'LW\u200f 21.6',
      'נייר\u200f',
      '\u200fנייר',
      'ני\u200f\u200fיר',
      'ני\u202eיר',
    ])
      expect(findInvisibleCharacterInName(name)).toBeDefined();
  });

  it.each(['علی\u200c', '\u200cعلی', 'a\u200cb', 'é\u200dx', 'e\u0301\u200dx', '👩\u200d'])(
    'rejects the joiner in %j',
    (name) => {
      expect(findInvisibleCharacterInName(name)).toBeDefined();
    },
  );
});
