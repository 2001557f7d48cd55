/**
 * The prose of a file as Markdown, with the place of each of its lines in the file. A Markdown page is its own prose; of
 * code it is the comments, of the OpenAPI document the summaries, descriptions and titles.
 */
const { parse } = require('@babel/parser');

/** Comments for programs: directives of linters, compilers and test runners. A reason after `--` is prose. */
const DIRECTIVE =
  /^(@ts-[a-z-]+|(oxlint|eslint)-(disable|enable)\S*.*?(?=\s--\s|$)|\/ ?<.*|@(engine|jest|type|typedef|import|internal|template)\b.*|[#@]__PURE__.*)/;
/** `@param name`, `@returns`, ...: the text starts behind it. */
const TAG = /^@(param\s+(\{[^}]*\}\s+)?\S+(\s+-)?|\w+)(\s+|$)/;

/** Lines of Markdown, of which each knows its line and column in the file. */
class Prose {
  lines = [];
  places = [];

  add(text, line, column) {
    this.lines.push(text);
    this.places.push({ line, column });
  }

  /** Keeps what follows out of the list or paragraph before. */
  separate() {
    for (const text of ['', '<!-- -->', '']) this.add(text, 0, 0);
  }

  get text() {
    return this.lines.join('\n');
  }

  /** Where the file has what stands in this line and column of the Markdown; both count from 1. */
  placeOf(line, column) {
    const place = this.places[line - 1];
    return { line: place.line, column: place.column + column };
  }
}

function ofPage(text) {
  const prose = new Prose();
  for (const [index, line] of text.split('\n').entries()) prose.add(line, index + 1, 0);
  return prose;
}

function ofCode(text) {
  const prose = new Prose();
  const { comments } = parse(text, {
    sourceType: 'unambiguous',
    plugins: ['typescript', 'decorators'],
    errorRecovery: true,
    allowReturnOutsideFunction: true,
    attachComment: false,
  });
  let last;
  for (const comment of comments) {
    const { line, column } = comment.loc.start;
    const isLine = comment.type === 'CommentLine';
    const continues =
      isLine &&
      last?.type === comment.type &&
      last.loc.start.line === line - 1 &&
      last.loc.start.column === column;
    if (!continues) prose.separate();
    last = comment;
    for (const [index, raw] of comment.value.split('\n').entries()) {
      const [prefix] = /^\s*\*?\s?/.exec(raw);
      const content = raw.slice(prefix.length);
      const start = (index === 0 ? column + 2 : 0) + prefix.length;
      addLine(prose, content, line + index, start);
    }
  }
  return prose;
}

function addLine(prose, content, line, column) {
  const directive = DIRECTIVE.exec(content);
  if (directive) {
    prose.separate();
    content = content.slice(directive[0].length);
    column += directive[0].length;
    const [gap] = /^[\s:-]*/.exec(content);
    content = content.slice(gap.length);
    column += gap.length;
  }
  const tag = TAG.exec(content);
  if (tag) {
    prose.separate();
    content = content.slice(tag[0].length);
    column += tag[0].length;
  }
  prose.add(content, line, column);
}

/** Line by line: the document is written with one member a line. A text that it repeats counts once. */
function ofDocument(text) {
  const prose = new Prose();
  const seen = new Set();
  let example; // the indentation of the example that the line is in
  for (const [index, line] of text.split('\n').entries()) {
    if (example !== undefined && line.startsWith(`${example}}`)) example = undefined;
    else if (example === undefined)
      example = /^(\s*)"(example|examples|default)": \{$/.exec(line)?.[1];
    const member = /^(\s*"(summary|description|title)": )(".*"),?$/.exec(line);
    if (!member || seen.has(member[3])) continue;
    const [, before, key, value] = member;
    if (example !== undefined && key !== 'title') continue;
    seen.add(value);
    prose.separate();
    for (const part of JSON.parse(value).split('\n')) prose.add(part, index + 1, before.length + 1);
  }
  return prose;
}

function proseOf(file, text) {
  if (file.endsWith('.md')) return ofPage(text);
  return file.endsWith('.json') ? ofDocument(text) : ofCode(text);
}

module.exports = { proseOf };
