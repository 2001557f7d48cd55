import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listErrorKinds } from '../../src/core/errors';
// All areas with their errors.
import '../../src/app.module';

const ROOT = join(__dirname, '../..');
const CODE = /^[a-z][a-zA-Z]+\.[a-z][a-zA-Z]*$/;

/** Names that only look like codes. */
const others: ReadonlySet<string> = new Set([
  ...['task.child', 'empty.sqlite', 'export.worker', 'document.task', 'package.json'],
  ...readdirSync(join(ROOT, 'assets/swagger-ui')).filter((name) => CODE.test(name)),
  ...['tiles.png', 'order.pdf', 'php.ini', 'web.config', 'openapi.json', 'initializer.js'],
  ...['error.type', 'http.route', 'service.name', 'store.operation'],
  ...['manifest.json', 'store.sql', 'login.cnf', 'store.sqlite'],
  ...['authorities.pem', 'confirmation.svg'],
  ...['id.asc', 'id.desc', 'order.created', 'order.moved', 'invoice.created', 'webhook.tested'],
]);

/** All texts of the sources that have the form of a code. */
function written(): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && CODE.test(node.text)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  for (const name of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const text = readFileSync(join(ROOT, 'src', name), 'utf8');
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
  }
  return found;
}

describe('the codes of faults', () => {
  const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');
  const [, remaining = ''] = page.split('<!-- end of errors -->');
  const onPage = new Set(
    [...remaining.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => (CODE.test(text) ? text : [])),
  );
  const defined = new Set(listErrorKinds().map(({ code }) => code));
  const sources = written();

  it('are all on the page of errors', () => {
    const known = (text: string): boolean =>
      defined.has(text) || others.has(text) || onPage.has(text);
    expect([...sources].filter((text) => !known(text))).toEqual([]);
  });

  it('are on it only while the service has them', () => {
    expect([...onPage].filter((code) => !sources.has(code))).toEqual([]);
    expect([...others].filter((text) => !sources.has(text))).toEqual([]);
  });
});
