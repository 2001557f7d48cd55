import { existsSync } from 'node:fs';
import { selectFonts, MissingFontError } from './font-selection';
import { baseFamily, rankFontFamilies, findFontFiles } from './bundled-fonts';

const families = [baseFamily, ...rankFontFamilies('en', '')];
const fontsFor = (text: string, language = 'en') => selectFonts([text], language, []);
const namesOf = async (text: string, language?: string): Promise<string[]> => {
  const { files } = await fontsFor(text, language);
  return [
    ...new Set(
      files.flatMap(({ familyNames: names }) => names[0]?.replace(/ (Regular|Bold)$/, '') ?? []),
    ),
  ];
};

describe('the fonts of documents', () => {
  it.each(families.map((family) => [family.package, family] as const))(
    'are installed: %s',
    (_, family) => {
      const files = findFontFiles(family);
      expect(files?.map((file) => existsSync(file))).toEqual(family.files.map(() => true));
    },
  );

  it('are only the base font for Latin, Greek and Cyrillic letters, digits and their blanks', async () => {
    const text = 'Größe Łódź Ελλάδα Москва Việt ₡ € 0123456789 «»“”…–·№º²\u00a0\u2007\u2008\u202f';
    expect(await namesOf(text)).toEqual(['Noto Sans']);
    expect((await fontsFor(text)).covers(text)).toBe(true);
  });

  it.each([
    ['ar', 'شركة النور'],
    ['fa', 'می‌خواهم گچ پژ'],
    ['ur', 'ٹھیک ہے'],
    ['he', 'שָׁלוֹם'],
    ['hi', 'क्षत्रिय ऋग्वेद'],
    ['bn', 'বাংলাদেশ'],
    ['pa', 'ਪੰਜਾਬੀ'],
    ['gu', 'ગુજરાતી'],
    ['ta', 'தமிழ்'],
    ['te', 'తెలుగు'],
    ['kn', 'ಕನ್ನಡ'],
    ['ml', 'മലയാളം'],
    ['si', 'සිංහල'],
    ['th', 'บริษัท น้ำใส'],
    ['lo', 'ພາສາລາວ'],
    ['km', 'ភាសាខ្មែរ'],
    ['my', 'မြန်မာ'],
    ['am', 'አማርኛ'],
    ['hy', 'Հայերեն'],
    ['ka', 'ქართული'],
    ['en', '🎁 → ✓ ★ ≤ ∑'],
  ])('have the letters of %s', async (language, text) => {
    const { covers } = await fontsFor(text, language);
    const letters = text.replace(/[\u200c\u200d]/g, '');
    expect(Array.from(letters).filter((one) => !covers(one))).toEqual([]);
  });

  it.each([
    ['ja', '直', 'Noto Sans Japanese'],
    ['ko', '直', 'Noto Sans Korean'],
    ['zh', '直', 'Noto Sans S Chinese'],
    ['zh-Hant', '直', 'Noto Sans T Chinese'],
    ['en', '直', 'Noto Sans S Chinese'],
    ['en', '直の', 'Noto Sans Japanese'],
    ['en', '한直', 'Noto Sans Korean'],
    ['en', 'ㄅ直', 'Noto Sans T Chinese'],
  ])('draw Han characters as a document in %s with %s does', async (language, text, name) => {
    expect(await namesOf(text, language)).toEqual(['Noto Sans', name]);
  });

  it('are reported by package when a script is not installed', async () => {
    const find: typeof findFontFiles = (family) =>
      family.package.startsWith('@embedpdf/') ? undefined : findFontFiles(family);
    const error = await selectFonts(['杯子'], 'ja', [], find).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MissingFontError);
    expect((error as MissingFontError).packages[0]).toBe('@embedpdf/fonts-jp');
    expect((error as MissingFontError).packages).toContain('@embedpdf/fonts-tc');
  });

  it('do not cover unknown characters', async () => {
    const { covers } = await fontsFor('ᏣᎳᎩ \ue000');
    expect([covers('Ꮳ'), covers('\ue000'), covers(' ')]).toEqual([false, false, true]);
  });
});
