import { join } from 'node:path';

/** Fonts for a script, Regular and Bold. */
export interface FontFamily {
  /** Name of the npm package. */
  readonly package: string;
  /** Letters of the script, and signs that only occur with them. */
  readonly script: RegExp;
  /** Paths of the files in the package's folder. */
  readonly files: readonly string[];
}

const expoFamily = (
  name: string,
  file: string,
  script: RegExp,
  styles = ['400Regular', '700Bold'],
) => ({
  package: `@expo-google-fonts/${name}`,
  script,
  files: styles.map((style) => `${style}/${file}_${style}.ttf`),
});

const embedPdfFamily = (name: string, file: string, script: RegExp, type = 'otf') => ({
  package: `@embedpdf/fonts-${name}`,
  script,
  files: [`fonts/${file}-Regular.${type}`, `fonts/${file}-Bold.${type}`],
});

const han = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\uff00-\uffef]/u;

const symbols = /[\p{S}\p{No}\p{Po}]/u;

const japanese = embedPdfFamily('jp', 'NotoSansJP', han);
const korean = embedPdfFamily('kr', 'NotoSansKR', /[\p{scx=Hang}\p{scx=Hani}]/u);
const simplified = embedPdfFamily('sc', 'NotoSansHans', han);
const traditional = embedPdfFamily('tc', 'NotoSansHant', han);

/** Latin, Greek, Cyrillic and more, with digits of equal width. Every document uses it. */
export const baseFamily: FontFamily = expoFamily('noto-sans', 'NotoSans', /\p{sc=Latn}/u);

const otherFamilies: readonly FontFamily[] = [
  // Noto Sans Arabic is unsuitable: it has separate glyphs for dots, which appear twice in copied text.
  expoFamily('almarai', 'Almarai', /\p{scx=Arab}/u),
  embedPdfFamily('arabic', 'NotoNaskhArabic', /\p{scx=Arab}/u, 'ttf'),
  expoFamily('noto-sans-armenian', 'NotoSansArmenian', /\p{scx=Armn}/u),
  expoFamily('noto-sans-bengali', 'NotoSansBengali', /\p{scx=Beng}/u),
  expoFamily('noto-sans-devanagari', 'NotoSansDevanagari', /\p{scx=Deva}/u),
  expoFamily('noto-sans-ethiopic', 'NotoSansEthiopic', /\p{scx=Ethi}/u),
  expoFamily('noto-sans-georgian', 'NotoSansGeorgian', /\p{scx=Geor}/u),
  expoFamily('noto-sans-gujarati', 'NotoSansGujarati', /\p{scx=Gujr}/u),
  expoFamily('noto-sans-gurmukhi', 'NotoSansGurmukhi', /\p{scx=Guru}/u),
  expoFamily('noto-sans-hebrew', 'NotoSansHebrew', /\p{scx=Hebr}/u),
  expoFamily('noto-sans-kannada', 'NotoSansKannada', /\p{scx=Knda}/u),
  expoFamily('noto-sans-khmer', 'NotoSansKhmer', /\p{scx=Khmr}/u),
  expoFamily('noto-sans-lao', 'NotoSansLao', /\p{scx=Laoo}/u),
  expoFamily('noto-sans-malayalam', 'NotoSansMalayalam', /\p{scx=Mlym}/u),
  expoFamily('noto-sans-myanmar', 'NotoSansMyanmar', /\p{scx=Mymr}/u),
  expoFamily('noto-sans-sinhala', 'NotoSansSinhala', /\p{scx=Sinh}/u),
  expoFamily('noto-sans-tamil', 'NotoSansTamil', /\p{scx=Taml}/u),
  expoFamily('noto-sans-telugu', 'NotoSansTelugu', /\p{scx=Telu}/u),
  expoFamily('noto-sans-thai', 'NotoSansThai', /\p{scx=Thai}/u),
  expoFamily('noto-emoji', 'NotoEmoji', /[\p{Emoji_Presentation}\p{Emoji_Modifier}]/u),
  expoFamily('noto-sans-symbols-2', 'NotoSansSymbols2', symbols, ['400Regular']),
  expoFamily('noto-sans-math', 'NotoSansMath', symbols, ['400Regular']),
];

/**
 * Ranks the bundled families without the base one. Families with the matching variants of Han characters are first,
 * because the same character looks different in China, Taiwan, Japan and Korea.
 * @param language BCP 47 tag of the document
 * @param text whole text of the document
 */
export function rankFamilies(language: string, text: string): readonly FontFamily[] {
  const { language: spoken, script } = new Intl.Locale(language).maximize();
  const first = {
    ja: japanese,
    ko: korean,
    zh: script === 'Hant' ? traditional : simplified,
    yue: traditional,
  }[spoken];
  const inOrder = [
    ...(first ? [first] : []),
    ...(/[\p{sc=Hira}\p{sc=Kana}]/u.test(text) ? [japanese] : []),
    ...(/\p{sc=Hang}/u.test(text) ? [korean] : []),
    ...(/\p{sc=Bopo}/u.test(text) ? [traditional] : []),
    simplified,
    japanese,
    traditional,
    korean,
  ];
  return [...new Set<FontFamily>(inOrder), ...otherFamilies];
}

/** Returns the paths of a family's files; undefined if its optional package isn't installed. */
export function findFontFiles(family: FontFamily): readonly string[] | undefined {
  try {
    // Some packages only export their main file, so resolve that.
    const main = require.resolve(family.package);
    const name = join(family.package);
    const folder = main.slice(0, main.lastIndexOf(name) + name.length);
    return family.files.map((file) => join(folder, file));
  } catch {
    return undefined;
  }
}
