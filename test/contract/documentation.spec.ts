import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');

const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const pages = ['.', 'docs', 'docs/adr', 'docs/reports'].flatMap(pagesIn);

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Targets of the links of a page, without those to other sites. */
function linksOf(page: string): string[] {
  return [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that headings make. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The project's own files and folders, without what is installed or built. */
const paths = ['.ci', 'assets', 'bench', 'demo', 'docker', 'docs', 'src', 'test'].flatMap(
  (folder) => [
    folder,
    ...readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  ],
);
paths.push(...readdirSync(ROOT));

const ofAFolder =
  /^(\.ci|assets|src|test|bench|demo|docs|docker|api|config|core|database|modules|platform|bootstrap|threads)\//;
const ofAFile = /\w\.([cm]?ts|[cm]js|json|tsv|md|ya?ml|bash|sh)$/;

/** Words of code in running text that are paths of the project; `x.dto.ts` and `*.dto.ts` stand for many. */
function pathsNamedIn(page: string): string[] {
  const prose = read(page).replace(/^```[^]*?^```/gm, '');
  return [...prose.matchAll(/`([^`]+)`/g)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter(
      (word) => /^[\w.*][\w.*/-]*$/.test(word) && (ofAFolder.test(word) || ofAFile.test(word)),
    );
}

/** Pages leave away `src/`, the folder of a file that they are about, and the `.ts` of a module. */
function isThere(named: string): boolean {
  const pattern = named
    .replace(/\/$/, '')
    .replace(/^xs?\./, '*.')
    .replace(/[.]/g, '\\.')
    .replaceAll('*', '[^/]*');
  const whole = new RegExp(`^(.*/)?${pattern}(\\.ts)?$`);
  return paths.some((path) => whole.test(path));
}

describe('the documentation', () => {
  it.each(pages)('names files that there are: %s', (page) => {
    expect(pathsNamedIn(page).filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(pages)('leads somewhere with every link: %s', (page) => {
    const broken = linksOf(page).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('has every page in its index', () => {
    const named = new Set(linksOf('docs/README.md'));
    const missing = pagesIn('docs').filter(
      (page) => page !== join('docs', 'README.md') && !named.has(relative('docs', page)),
    );
    expect(missing).toEqual([]);
  });
});
