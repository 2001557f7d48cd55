/**
 * Lints the English of pages, comments and the OpenAPI document: `npm run lint:prose` all,
 * `npm run lint:prose -- PATH...` the named files and folders.
 * It prints FILE:LINE:COLUMN with the words to write instead.
 */
const { readdirSync, readFileSync, statSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { TextlintKernel } = require('@textlint/kernel');
const markdown = require('@textlint/textlint-plugin-markdown').default;
const prh = require('textlint-rule-prh').default;
const { proseOf } = require('./sources.cjs');
const sentences = require('./sentences.cjs');

const root = join(__dirname, '../..');
const MAX_WORDS = 25;
/** Where prose is. */
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

/** The rule, which reads code in texts as well. */
function inCodeToo(rule) {
  return (context, given) => {
    const visitor = rule(context, given);
    return { ...visitor, [context.Syntax.Code]: visitor[context.Syntax.Str] };
  };
}

function isRead(path) {
  if (LEFT_OUT.test(path) || !TOPS.includes(path.split('/')[0])) return false;
  if (path.startsWith('docs/')) return path.endsWith('.md') || path === 'docs/openapi.json';
  return /\.(md|[cm]?[jt]s)$/.test(path);
}

/** The files with prose at a path. */
function filesAt(path) {
  const from = join(root, path);
  if (!statSync(from).isDirectory()) return isRead(path) ? [path] : [];
  if (LEFT_OUT.test(`${path}/`)) return [];
  return readdirSync(from)
    .sort()
    .flatMap((name) => filesAt(join(path, name)));
}

async function findingsOf(file) {
  const prose = proseOf(file, readFileSync(join(root, file), 'utf8'));
  const { messages } = await kernel.lintText(prose.text, { ...options, filePath: file });
  return messages.map(({ line, column, ruleId, message }) => {
    const place = prose.placeOf(line, column);
    return `${file}:${place.line}:${place.column} ${ruleId}: ${message.replaceAll('\n', ': ')}`;
  });
}

async function main(args) {
  const paths = args.length === 0 ? TOPS : args.map((path) => relative(root, resolve(path)));
  const findings = [];
  for (const file of paths.flatMap(filesAt)) findings.push(...(await findingsOf(file)));
  for (const finding of findings) console.log(finding);
  console.log(`${findings.length} findings in prose`);
  if (findings.length > 0) process.exitCode = 1;
}

void main(process.argv.slice(2));
