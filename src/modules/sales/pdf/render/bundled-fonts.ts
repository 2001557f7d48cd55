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

const createExpoFontFamily = (
  name: string,
  file: string,
  script: RegExp,
  styles = ['400Regular', '700Bold'],
) => ({
  package: `@expo-google-fonts/${name}`,
  script,
  files: styles.map((style) => `${style}/${file}_${style}.ttf`),
});

const createEmbedPdfFontFamily = (name: string, file: string, script: RegExp, type = 'otf') => ({
  package: `@embedpdf/fonts-${name}`,
  script,
  files: [`fonts/${file}-Regular.${type}`, `fonts/${file}-Bold.${type}`],
});

const hanCharacters = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\uff00-\uffef]/u;

const symbolCharacters = /[\p{S}\p{No}\p{Po}]/u;

const japaneseFamily = createEmbedPdfFontFamily('jp', 'NotoSansJP', hanCharacters);
const koreanFamily = createEmbedPdfFontFamily('kr', 'NotoSansKR', /[\p{scx=Hang}\p{scx=Hani}]/u);
const simplifiedChineseFamily = createEmbedPdfFontFamily('sc', 'NotoSansHans', hanCharacters);
const traditionalChineseFamily = createEmbedPdfFontFamily('tc', 'NotoSansHant', hanCharacters);

/** Latin, Greek, Cyrillic and more, with digits of equal width. Every document uses it. */
export const baseFamily: FontFamily = createExpoFontFamily('noto-sans', 'NotoSans', /\p{sc=Latn}/u);

const otherFamilies: readonly FontFamily[] = [
  // Noto Sans Arabic is unsuitable: it has separate glyphs for dots, which appear twice in copied text.
  createExpoFontFamily('almarai', 'Almarai', /\p{scx=Arab}/u),
  createEmbedPdfFontFamily('arabic', 'NotoNaskhArabic', /\p{scx=Arab}/u, 'ttf'),
  createExpoFontFamily('noto-sans-armenian', 'NotoSansArmenian', /\p{scx=Armn}/u),
  createExpoFontFamily('noto-sans-bengali', 'NotoSansBengali', /\p{scx=Beng}/u),
  createExpoFontFamily('noto-sans-devanagari', 'NotoSansDevanagari', /\p{scx=Deva}/u),
  createExpoFontFamily('noto-sans-ethiopic', 'NotoSansEthiopic', /\p{scx=Ethi}/u),
  createExpoFontFamily('noto-sans-georgian', 'NotoSansGeorgian', /\p{scx=Geor}/u),
  createExpoFontFamily('noto-sans-gujarati', 'NotoSansGujarati', /\p{scx=Gujr}/u),
  createExpoFontFamily('noto-sans-gurmukhi', 'NotoSansGurmukhi', /\p{scx=Guru}/u),
  createExpoFontFamily('noto-sans-hebrew', 'NotoSansHebrew', /\p{scx=Hebr}/u),
  createExpoFontFamily('noto-sans-kannada', 'NotoSansKannada', /\p{scx=Knda}/u),
  createExpoFontFamily('noto-sans-khmer', 'NotoSansKhmer', /\p{scx=Khmr}/u),
  createExpoFontFamily('noto-sans-lao', 'NotoSansLao', /\p{scx=Laoo}/u),
  createExpoFontFamily('noto-sans-malayalam', 'NotoSansMalayalam', /\p{scx=Mlym}/u),
  createExpoFontFamily('noto-sans-myanmar', 'NotoSansMyanmar', /\p{scx=Mymr}/u),
  createExpoFontFamily('noto-sans-sinhala', 'NotoSansSinhala', /\p{scx=Sinh}/u),
  createExpoFontFamily('noto-sans-tamil', 'NotoSansTamil', /\p{scx=Taml}/u),
  createExpoFontFamily('noto-sans-telugu', 'NotoSansTelugu', /\p{scx=Telu}/u),
  createExpoFontFamily('noto-sans-thai', 'NotoSansThai', /\p{scx=Thai}/u),
  createExpoFontFamily('noto-emoji', 'NotoEmoji', /[\p{Emoji_Presentation}\p{Emoji_Modifier}]/u),
  createExpoFontFamily('noto-sans-symbols-2', 'NotoSansSymbols2', symbolCharacters, ['400Regular']),
  createExpoFontFamily('noto-sans-math', 'NotoSansMath', symbolCharacters, ['400Regular']),
];

/**
 * Ranks the bundled families without the base one. Families with the matching variants of Han characters are first,
 * because the same character looks different in China, Taiwan, Japan and Korea.
 * @param language BCP 47 tag of the document
 * @param text whole text of the document
 */
export function rankFontFamilies(language: string, text: string): readonly FontFamily[] {
  const { language: spoken, script } = new Intl.Locale(language).maximize();
  const first = {
    ja: japaneseFamily,
    ko: koreanFamily,
    zh: script === 'Hant' ? traditionalChineseFamily : simplifiedChineseFamily,
    yue: traditionalChineseFamily,
  }[spoken];
  const hanFamilies = [
    ...(first ? [first] : []),
    ...(/[\p{sc=Hira}\p{sc=Kana}]/u.test(text) ? [japaneseFamily] : []),
    ...(/\p{sc=Hang}/u.test(text) ? [koreanFamily] : []),
    ...(/\p{sc=Bopo}/u.test(text) ? [traditionalChineseFamily] : []),
    simplifiedChineseFamily,
    japaneseFamily,
    traditionalChineseFamily,
    koreanFamily,
  ];
  return [...new Set<FontFamily>(hanFamilies), ...otherFamilies];
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
