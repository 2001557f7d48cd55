import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A font file and what it has. */
export interface FontFile {
  readonly path: string;
  /** First and last code points, from both of which a font may lack some. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** A family of fonts for one script, in one file or in many. */
export interface Family {
  /** Letters of the script, and what is used with them alone. */
  readonly script: RegExp;
  /** Of npm. */
  readonly package: string;
}

const han = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\uff00-\uffef]/u;

/** Noto Sans, by what it is called for. */
const families = {
  japanese: { package: 'noto-sans-jp', script: han },
  korean: { package: 'noto-sans-kr', script: /[\p{scx=Hang}\p{scx=Hani}]/u },
  simplified: { package: 'noto-sans-sc', script: han },
  traditional: { package: 'noto-sans-tc', script: han },
} as const satisfies Record<string, Family>;

const { japanese, korean, simplified, traditional } = families;

const others: readonly Family[] = [
  { package: 'noto-sans-arabic', script: /\p{scx=Arab}/u },
  { package: 'noto-sans-hebrew', script: /\p{scx=Hebr}/u },
  { package: 'noto-sans-thai', script: /\p{scx=Thai}/u },
  { package: 'noto-sans-devanagari', script: /\p{scx=Deva}/u },
  { package: 'noto-sans-bengali', script: /\p{scx=Beng}/u },
  { package: 'noto-sans-gurmukhi', script: /\p{scx=Guru}/u },
  { package: 'noto-sans-gujarati', script: /\p{scx=Gujr}/u },
  { package: 'noto-sans-tamil', script: /\p{scx=Taml}/u },
  { package: 'noto-sans-telugu', script: /\p{scx=Telu}/u },
  { package: 'noto-sans-kannada', script: /\p{scx=Knda}/u },
  { package: 'noto-sans-malayalam', script: /\p{scx=Mlym}/u },
  { package: 'noto-sans-sinhala', script: /\p{scx=Sinh}/u },
  { package: 'noto-sans-khmer', script: /\p{scx=Khmr}/u },
  { package: 'noto-sans-lao', script: /\p{scx=Laoo}/u },
  { package: 'noto-sans-myanmar', script: /\p{scx=Mymr}/u },
  { package: 'noto-sans-ethiopic', script: /\p{scx=Ethi}/u },
  { package: 'noto-emoji', script: /\p{Emoji_Presentation}/u },
];

/**
 * The shipped families, those first that draw Han characters as the language or the text has them: the same
 * character looks different in China, Taiwan, Japan and Korea.
 * @param language BCP 47 of the document @param text all of it
 */
export function familiesFor(language: string, text: string): readonly Family[] {
  const { language: spoken, script } = new Intl.Locale(language).maximize();
  const first = {
    ja: japanese,
    ko: korean,
    zh: script === 'Hant' ? traditional : simplified,
    yue: traditional,
  }[spoken];
  const written = [
    ...(/[\p{sc=Hira}\p{sc=Kana}]/u.test(text) ? [japanese] : []),
    ...(/\p{sc=Hang}/u.test(text) ? [korean] : []),
    ...(/\p{sc=Bopo}/u.test(text) ? [traditional] : []),
  ];
  const inOrder = [
    ...(first ? [first] : []),
    ...written,
    simplified,
    japanese,
    traditional,
    korean,
  ];
  return [...new Set<Family>(inOrder), ...others];
}

const read = new Map<Family, readonly FontFile[]>();

/** The files of a family, each with a part of its characters. */
export function filesOf(family: Family): readonly FontFile[] {
  const known = read.get(family);
  if (known) return known;
  const name = `@fontsource-variable/${family.package}`;
  const folder = dirname(require.resolve(`${name}/package.json`));
  const parts = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as object;
  const files = Object.entries(parts).map(([key, ranges]: [string, string]) => {
    const part = key.replace(/[[\]]/g, '');
    const path = join(folder, 'files', `${family.package}-${part}-wght-normal.woff2`);
    return { path, ranges: ranges.split(',').map(rangeOf) };
  });
  read.set(family, files);
  return files;
}

/** @param text as in CSS: U+0600-06FF or U+204F */
function rangeOf(text: string): readonly [number, number] {
  const [first = '', last = first] = text.trim().slice(2).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
