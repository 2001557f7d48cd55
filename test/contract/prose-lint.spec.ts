import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../support/service/database';

const ROOT = join(__dirname, '../..');

/** A text for each kind of finding, with the start of the finding. */
const refused = [
  ['The export tells everything.', 'words: tells => reports'],
  ['The limit is told in the log.', 'words: told => reported'],
  ['It starts anew.', 'words: anew => again'],
  ['Mend the amounts.', 'words: Mend => fix'],
  ['It has a name beside the code.', 'words: beside => next to'],
  ['An empty text is none.', "words: is none => doesn't exist"],
  ['All of them, but for the first.', 'words: but for => except'],
  ['The code stands in a column.', 'words: stands in => is'],
  ['The record comes to be later.', 'words: comes to be => is created'],
  ['The import brings in orders.', 'words: brings in => import'],
  ['The sum is held against the total.', 'words: held against => compare with'],
  ['It waits for the `Lookout`.', 'names: Lookout => Poller'],
  ['Handlers call giveWay.', 'names: giveWay => yieldToEventLoop'],
  ['Jobs run by `onItsOwn(job)`.', 'names: onItsOwn => runAsSystem'],
  ['What is added is marked.', 'sentences: Name the thing in place of "What"'],
  ['It is read. Who writes waits.', 'sentences: Name the thing in place of "Who"'],
  ['Nobody reads it.', 'sentences: Name the thing in place of "Nobody"'],
  ['Of the workers any reports.', 'sentences: Subject, verb, object: move "Of the ..."'],
  [`It has ${'many '.repeat(23)}words.`, 'sentences: 26 words in a sentence, at most 25'],
] as const;

const accepted = [
  'The export contains everything. Who reads it? The owner does.',
  'Of course the words of `what is none` are code.',
  `States: ${'0 one two three, 1 four, 2 five and six, '.repeat(9)}and ${'`code`, '.repeat(30)}409 (${'a b; '.repeat(30)}c)`,
  `Options: ${'many '.repeat(20)}<br>others: ${'many '.repeat(20)}`,
  `It has ${'many '.repeat(22)}words. [It](docs/what-is-told.md) starts again.`,
];

/** A page, a module and a document with a text a line, from the third on. */
const carriers: Readonly<Record<string, (texts: readonly string[]) => string>> = {
  'docs/page.md': (texts) => ['# Page', '', ...texts.map((text) => `- ${text}`)].join('\n'),
  'src/modules/shop/shop.ts': (texts) =>
    [
      '/** A string is no comment. */',
      "export const told = 'What is told `anew`';",
      ...texts.map((text, index) =>
        index % 2 ? `const a${index} = 1; // ${text}` : `/** @param name ${text} */`,
      ),
    ].join('\n'),
  'docs/openapi.json': (texts) =>
    [
      '{',
      '',
      ...texts.map((text, index) => {
        const key = ['description', 'summary', 'title'][index % 3];
        return `"${key}": ${JSON.stringify(text)},`;
      }),
      '"example": {',
      '  "description": "What is told"',
      '}',
      '}',
    ].join('\n'),
};

describe('The lint of prose', () => {
  const folder = temporaryFolder();

  beforeAll(() => {
    mkdirSync(folder);
    cpSync(join(ROOT, '.ci/prose'), join(folder, '.ci/prose'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const top of ['bench', 'demo', 'clients', 'test']) mkdirSync(join(folder, top));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** Lints a project whose files carry the texts. */
  function lint(
    texts: readonly string[],
    paths: readonly string[] = [],
  ): Promise<{ code: number; findings: string[] }> {
    const files = Object.entries(carriers).map(([file, write]) => [file, write(texts)] as const);
    const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
    for (const [file, text] of [...files, ...pages.map((page) => [page, ''] as const)]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return new Promise((resolve) => {
      const script = join(folder, '.ci/prose/lint.cjs');
      execFile(process.execPath, [script, ...paths], { cwd: folder }, (error, stdout) => {
        resolve({
          code: Number(error?.code ?? 0),
          findings: stdout.trim().split('\n').slice(0, -1),
        });
      });
    });
  }

  it('finds each kind in pages, comments and the OpenAPI document', async () => {
    const { code, findings } = await lint(refused.map(([text]) => text));
    expect(code).toBe(1);
    const places = findings.map((finding) => finding.replace(/^(\S+:\d+):\d+ /, '$1 '));
    for (const file of Object.keys(carriers)) {
      const wanted = refused.map(([, start], index) => `${file}:${index + 3} ${start}`);
      const found = places.filter((place) => place.startsWith(`${file}:`));
      expect(found).toEqual(wanted.map((start) => expect.stringContaining(start)));
    }
    expect(places).toHaveLength(3 * refused.length);
  });

  it('names the column of a finding', async () => {
    const { findings } = await lint(['Read it. It starts anew.']);
    expect(findings.map((finding) => finding.split(' ')[0])).toEqual([
      'docs/openapi.json:3:36',
      'docs/page.md:3:22',
      'src/modules/shop/shop.ts:3:36',
    ]);
  });

  it('passes clean texts', async () => {
    expect(await lint(accepted)).toEqual({ code: 0, findings: [] });
  });

  it('lints only the named paths', async () => {
    const { findings } = await lint(['It starts anew.'], ['docs/page.md', 'src']);
    expect(findings).toEqual([
      expect.stringContaining('docs/page.md:3:'),
      expect.stringContaining('src/modules/shop/shop.ts:3:'),
    ]);
  });
});
