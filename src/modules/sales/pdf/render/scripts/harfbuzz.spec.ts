import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FontChain, noFonts } from './font-chain';
import { fontInFile } from './font-files';
import { LineLayout, type Run } from './line-layout';

/** What hb-shape of HarfBuzz makes of each line; HARFBUZZ_RUNS=write writes it anew. */
const references = join(__dirname, 'harfbuzz-runs.json');
const isWritten = process.env['HARFBUZZ_RUNS'] === 'write';
const hasProgram = spawnSync('hb-shape', ['--version']).status === 0;

interface Shaped {
  readonly font: string;
  readonly text: string;
  /** As hb-shape writes it: glyph=character@x,y+width. */
  readonly glyphs: string;
}

/** Names, streets, goods and sums, by the language of their document. */
const lines: readonly (readonly [language: string, line: string])[] = [
  ['ar', 'محمد عبد الله الأحمد'],
  ['ar', 'مُحَمَّدٌ لا إلى الآخر'],
  ['ar', 'شارع 15، مبنى 7 (الطابق 3)'],
  ['ar', 'قميص قطني أزرق XL بخصم 5%'],
  ['fa', 'می‌خواهم کتاب‌ها را گچ پژ'],
  ['ur', 'ٹھیک ہے، شکریہ'],
  ['he', 'שָׁלוֹם עֲלֵיכֶם'],
  ['he', 'רחוב בן־יהודה 5 (קומה 3), תל אביב'],
  ['he', 'חנות הספרים בע״מ, 12.50 ₪'],
  ['th', 'น้ำใส กำลังดี ที่สุด'],
  ['th', 'เสื้อยืดผ้าฝ้ายสีน้ำเงิน ปี่ ฟ้า ญี่ปุ่น ฐู'],
  ['lo', 'ສະບາຍດີ ນ້ຳ'],
  ['hi', 'श्रीमती क्षत्रिय राष्ट्र कृष्ण'],
  ['hi', 'र्क्ति हिन्दी पुस्तकें ड़ ट्ट'],
  ['mr', 'ऱ्हाण वाङ्मय'],
  ['bn', 'বাংলাদেশ কৌশল ক্ষুদ্র'],
  ['ta', 'தமிழ் கொடு ஸ்ரீ'],
  ['te', 'తెలుగు స్త్రీ'],
  ['kn', 'ಕನ್ನಡ ಕ್ಷೇತ್ರ'],
  ['ml', 'മലയാളം ക്ഷമ'],
  ['gu', 'ગુજરાતી ક્ષેત્ર'],
  ['pa', 'ਪੰਜਾਬੀ ਸ੍ਰੀ'],
  ['si', 'සිංහල ශ්‍රී'],
  ['km', 'ភាសាខ្មែរ ស្ត្រី កោ'],
  ['my', 'မြန်မာ ကြွေး'],
  ['am', 'አማርኛ'],
  ['ja', '株式会社「日本」商店、髙橋 花子'],
  ['ja', 'コットンTシャツ（青・Lサイズ）が'],
  ['ko', '서울서점 주식회사 김민준'],
  ['zh', '北京市朝阳区建国路八十八号'],
  ['zh-TW', '臺北市信義區市府路'],
  ['en', 'Office affinity AV To, Ελλάδα, Москва, Ą́'],
];

/** How a run stands in the references: characters are counted from its start. */
function written(run: Run, text: string): string {
  const glyphs = run.glyphs.map(({ id, cluster, xOffset, yOffset, xAdvance }) => {
    const character = Array.from(text.slice(run.start, cluster)).length;
    const offset = xOffset || yOffset ? `@${xOffset},${yOffset}` : '';
    return `${id}=${character}${offset}+${xAdvance}`;
  });
  return glyphs.join('|');
}

/** Lengths may differ by the rounding of one unit, a thousandth of an em or less: the weight is interpolated. */
function differences(one: string, other: string): string[] {
  const [glyphs, others] = [one.split('|'), other.split('|')];
  if (glyphs.length !== others.length) return [`${one} / ${other}`];
  return glyphs.flatMap((glyph, at) => {
    const [mine, theirs] = [glyph, others[at] as string].map((text) => ({
      name: text.replace(/[@+].*/, ''),
      lengths: [/@(-?\d+)/, /,(-?\d+)/, /\+(-?\d+)/].map((part) =>
        Number(part.exec(text)?.[1] ?? 0),
      ),
    }));
    const isFar = mine!.lengths.some((length, k) => Math.abs(length - theirs!.lengths[k]!) > 1);
    return mine!.name !== theirs!.name || isFar ? [`${glyph} / ${others[at]}`] : [];
  });
}

describe('text as HarfBuzz shapes it', () => {
  let folder: string;
  const opened = new Map<string, string>();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'harfbuzz-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  async function runsOf(language: string, line: string): Promise<(Shaped & { run: Run })[]> {
    const chain = await FontChain.of([line], { language, ownFonts: noFonts });
    try {
      const { runs } = new LineLayout(chain, { language, direction: 'ltr' }).line(line, 'regular');
      return runs.map((run) => {
        const text = line.slice(run.start, run.end);
        return { run, text, font: basename(run.face.path), glyphs: written(run, line) };
      });
    } finally {
      chain.close();
    }
  }

  /** The same by HarfBuzz's own program, with the whole font. */
  async function reference(language: string, line: string, { start, end, level, face }: Run) {
    const file = opened.get(face.path) ?? join(folder, `${opened.size}.ttf`);
    if (!opened.has(face.path)) writeFileSync(file, await fontInFile(face.path));
    opened.set(face.path, file);
    const parameters = [
      ...['--no-glyph-names', '--cluster-level=1', '--remove-default-ignorables'],
      ...['--variations=wght=400', `--language=${language}`],
      `--direction=${level % 2 === 1 ? 'rtl' : 'ltr'}`,
      ...[`--text-before=${line.slice(0, start)}`, `--text-after=${line.slice(end)}`],
      ...[file, line.slice(start, end)],
    ];
    const output = execFileSync('hb-shape', parameters, { stdio: ['ignore', 'pipe', 'ignore'] });
    return output.toString().trim().slice(1, -1);
  }

  const known = (): Record<string, Shaped[]> =>
    JSON.parse(readFileSync(references, 'utf8')) as Record<string, Shaped[]>;

  it.each(lines)('%s: %s', async (language, line) => {
    const expected = known()[`${language}: ${line}`];
    const runs = await runsOf(language, line);
    expect(runs.map(({ font, text }) => ({ font, text }))).toEqual(
      expected?.map(({ font, text }) => ({ font, text })),
    );
    const found = runs.flatMap(({ glyphs }, at) =>
      differences(glyphs, (expected![at] as Shaped).glyphs),
    );
    expect(found).toEqual([]);
    // No glyph stands for a missing one.
    expect(runs.flatMap(({ run }) => run.glyphs.filter(({ id }) => id === 0))).toEqual([]);
  });

  (hasProgram ? it : it.skip)('is what the program makes of it today', async () => {
    const made: Record<string, Shaped[]> = {};
    for (const [language, line] of lines) {
      const key = `${language}: ${line}`;
      made[key] = [];
      for (const { run, font, text } of await runsOf(language, line)) {
        made[key].push({ font, text, glyphs: await reference(language, line, run) });
      }
    }
    if (isWritten) writeFileSync(references, `${JSON.stringify(made, null, 2)}\n`);
    const expected = known();
    expect(Object.keys(made)).toEqual(Object.keys(expected));
    const found = Object.entries(made).flatMap(([key, runs]) =>
      runs.flatMap(({ glyphs }, at) => differences(glyphs, expected[key]?.[at]?.glyphs ?? '')),
    );
    expect(found).toEqual([]);
  });
});
