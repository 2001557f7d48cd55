/**
 * Lints the project's English: `npm run lint:prose` all but what exempt.txt lists, `npm run lint:prose -- PATH...` the
 * files and folders that are named, exempt or not. Prints FILE:LINE:COLUMN and what to write instead.
 */
const { readdirSync, readFileSync, statSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { TextlintKernel } = require('@textlint/kernel');
const markdown = require('@textlint/textlint-plugin-markdown').default;
const prh = require('textlint-rule-prh').default;
const { proseOf } = require('./sources.cjs');
const sentences = require('./sentences.cjs');

const root = join(__dirname, '../..');
const EXEMPT = '.ci/prose/exempt.txt';
const MAX_WORDS = 25;
const TOPS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
  'src',
  'test',
  'bench',
  'demo',
  'clients',
];
const LEFT_OUT =
  /(^|\/)(node_modules|dist)\/|^docs\/(schemas|releases|reports)\/|^clients\/typescript\/src\/(schema|problem-code)\.ts$/;

const checked = { checkLink: true, checkBlockQuote: true, checkEmphasis: true };
const kernel = new TextlintKernel();
const options = {
  ext: '.md',
  configBaseDir: __dirname,
  plugins: [{ pluginId: 'markdown', plugin: markdown }],
  rules: [
    { ruleId: 'words', rule: prh.linter, options: { ...checked, rulePaths: ['words.yml'] } },
    {
      ruleId: 'names',
      rule: inCodeToo(prh.linter),
      options: { ...checked, rulePaths: ['names.yml'] },
    },
    { ruleId: 'sentences', rule: sentences, options: { max: MAX_WORDS } },
  ],
};

function inCodeToo(rule) {
  return (context, given) => {
    const visitor = rule(context, given);
    return { ...visitor, [context.Syntax.Code]: visitor[context.Syntax.Str] };
  };
}

function isRead(path) {
  if (LEFT_OUT.test(path)) return false;
  if (path.startsWith('docs/')) return path.endsWith('.md') || path === 'docs/openapi.json';
  return /\.(md|[cm]?[jt]s)$/.test(path);
}

/** The files of a path that have prose. */
function filesOf(path) {
  if (!statSync(join(root, path)).isDirectory()) return isRead(path) ? [path] : [];
  if (LEFT_OUT.test(`${path}/`)) return [];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`));
}

async function findingsOf(file) {
  const prose = proseOf(file, readFileSync(join(root, file), 'utf8'));
  const { messages } = await kernel.lintText(prose.text, { ...options, filePath: file });
  return messages.map(({ line, column, ruleId, message }) => {
    const place = prose.placeOf(line, column);
    return `${file}:${place.line}:${place.column} ${ruleId}: ${message.replaceAll('\n', ': ')}`;
  });
}

function exemptPaths() {
  return readFileSync(join(root, EXEMPT), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

async function main(paths) {
  const exempt = paths.length > 0 ? [] : exemptPaths();
  const unused = new Set(exempt);
  let count = 0;
  for (const file of (paths.length > 0 ? paths : TOPS).flatMap(filesOf)) {
    const entries = exempt.filter((entry) => file === entry || file.startsWith(`${entry}/`));
    if (entries.length > 0 && !entries.some((entry) => unused.has(entry))) continue;
    const findings = await findingsOf(file);
    if (entries.length > 0) {
      if (findings.length > 0) for (const entry of entries) unused.delete(entry);
      continue;
    }
    count += findings.length;
    for (const finding of findings) console.log(finding);
  }
  for (const entry of unused) console.log(`${EXEMPT}: ${entry} has no finding any more: remove it`);
  if (count + unused.size > 0) {
    console.log(`${count + unused.size} findings`);
    process.exitCode = 1;
  }
}

void main(process.argv.slice(2).map((path) => relative(root, resolve(path))));
