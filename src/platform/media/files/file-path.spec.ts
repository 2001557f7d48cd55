import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import type { DomainError } from '../../../core/errors';
import { cases } from '../../../../test/support/random/cases';
import {
  type FilePath,
  ROOT_FOLDER,
  parseExactPath,
  listAncestorFolders,
  isPathWithin,
  joinPath,
  getBaseName,
  getParentFolder,
  parsePath,
} from './file-path';

const POINTER = '/fileManager/file';
const parse = (text: string): string => parsePath(text, POINTER);
/** Returns the error detail of a path; undefined if it is valid. */
const faultOf = (text: string, options = {}): string | undefined => {
  try {
    parsePath(text, POINTER, options);
    return undefined;
  } catch (error) {
    const { code, status, fieldErrors } = error as DomainError;
    expect([code, status]).toEqual(['request.invalid', 400]);
    expect(fieldErrors).toEqual([
      { pointer: POINTER, code: 'path.invalid', detail: expect.stringMatching(/^\S.*\S$/) },
    ]);
    return fieldErrors[0]?.detail;
  }
};

/** Pieces from which dangerous and harmless texts are composed. */
const piece = fc.oneof(
  fc.constantFrom(
    ...['.', '..', '/', '//', '\\', ':', 'C:', '\0', '\u202e', '\ud800', 'é', 'e\u0301', ' ', '~'],
    ...[
      'con',
      'NUL.txt',
      'com1',
      '.service',
      '.file-store',
      '%2e%2e',
      'a',
      'bb.jpg',
      '🙂',
      '日本',
      'x'.repeat(250),
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('/')),
);

const every = (holds: object): object =>
  Object.fromEntries(Object.keys(holds).map((name) => [name, true]));

describe('parsePath', () => {
  it('returns paths inside the store, or throws an error with a pointer', () => {
    let accepted = 0;
    fc.assert(
      fc.property(text, (one) => {
        if (faultOf(one) !== undefined) return;
        accepted++;
        const path = parse(one);
        const parts = path.split('/');
        const encoded = parts.map(encodeURIComponent).join('/');
        const holds = {
          isNfc: path === one.replace(/^\//, '').replace(/\/+$/, '').normalize('NFC'),
          isStable: parse(path) === path,
          isShort: Buffer.byteLength(path) <= 1024 && parts.length <= 32,
          isPlain: !/[\\:*?"<>|\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(path),
          hasNames: parts.every((part) => !/^\.{0,2}$|[. ]$|^\.file-store|^\.service$/i.test(part)),
          hasShortNames: parts.every((part) => Buffer.byteLength(part) <= 255),
          // Libraries resolve the path to the same place.
          isSameUrl: new URL(encoded, 'file:///root/').pathname === `/root/${encoded}`,
          isSameFile: posix.join('/root', path) === `/root/${path}`,
          isInsideOnWindows: win32.join('C:\\root', path) === `C:\\root\\${parts.join('\\')}`,
        };
        expect({ path, ...holds }).toEqual({ path, ...every(holds) });
      }),
      { numRuns: cases(300, 3_000) },
    );
    expect(accepted).toBeGreaterThan(cases(20, 200));
  });

  it('accepts names of all kinds unchanged', () => {
    const names = [
      'a',
      'images/2026/Büro 1.jpg',
      '.well-known/security.txt',
      '..a/a..b/...c',
      'a b/ c',
      '%2e%2e/%2f',
      'console/auxiliary/nul-1/com10/lpt',
      'C',
      'file-store/x.file-store',
      'service/.services/.service-worker.js/x.service',
      'exports/prices.csv',
      'a/exports/' + 'a'.repeat(48),
      '👩‍👩‍👧/می‌خواهم',
      'x'.repeat(255),
      'é'.repeat(127),
      Array(32).fill('a').join('/'),
      Array(5).fill('x'.repeat(204)).join('/'),
    ];
    for (const one of names) expect(parse(one)).toBe(one);
  });

  it.each([
    ['the root', ['', '.', '/', '//', '/.', './']],
    ['of other hosts', ['//a', '//host/share/a']],
    ['not normalized', ['./a', './.', 'a//b', 'a/./b', 'a/.', 'a/ /b', '/./a', 'a/./']],
    ['upwards', ['..', '../a', 'a/..', 'a/../b', 'a/../../b', '../root2/x']],
    [
      'of Windows',
      ['C:', 'C:\\a', 'c:/a', 'a\\b', '..\\x', '\\\\host\\share', 'x.php:aaa', 'a?', '*'],
    ],
    [
      'with control characters',
      ['\0', 'a\0.jpg', 'a\nb', 'a\u007f', 'a\u0085', 'a\u2028b', '\ufeffa'],
    ],
    ['with characters that can’t be stored', ['\ud800', 'a\udc00b', '\uffff', 'a\ufdd0']],
    ['with direction characters', ['gpj\u202eexe', '\u200fa', 'a\u2066b', '\u061c']],
    [
      'with names that end in a dot or a space',
      ['a.', 'a..', 'a ', 'a\u00a0', 'a./b', 'a /b', '...'],
    ],
    [
      'names of devices',
      ['con', 'CON', 'nul.txt', 'a/Aux/b', 'com1', 'LPT9.tar.gz', 'COM¹', 'con .txt', 'conin$'],
    ],
    [
      'names of the service',
      [
        ...[
          '.service',
          '.SERVICE/exports',
          'a/.service',
          '.ſervice',
          '.serv\u0131ce',
          '.SERV\u0130CE',
        ],
        ...[
          '．ｓｅｒｖｉｃｅ',
          '.ser\u200bvice',
          '.service\u200b',
          '.service.\u200b',
          'SERVIC~1',
          'SE1A2B~1/x',
        ],
        ...['.file-store', '.FILE-STORE/staging', 'a/.file-store', '.file\u200d-store2'],
      ],
    ],
    [
      'exports of earlier versions',
      ['exports/' + 'a1'.repeat(24), 'EXPORTS/' + 'A1'.repeat(24), 'exportſ/' + 'a1'.repeat(24)],
    ],
    [
      'too long',
      ['x'.repeat(256), 'é'.repeat(128), `${'x'.repeat(204)}/`.repeat(5) + 'x', 'x/'.repeat(9999)],
    ],
    ['too deep', [Array(33).fill('a').join('/')]],
  ])('rejects paths that are %s', (_, rejected) => {
    for (const one of rejected) expect([one, typeof faultOf(one)]).toEqual([one, 'string']);
  });

  it('normalizes the Unicode form of names before it measures them', () => {
    expect(parse('cafe\u0301')).toBe('caf\u00e9');
    expect(parse('e\u0301'.repeat(127))).toHaveLength(127);
    expect(parse('\u212b')).toBe('\u00c5');
  });

  it('removes one leading and all trailing slashes', () => {
    for (const one of ['a/b', '/a/b', 'a/b/', '/a/b/', 'a/b///', '/a/b//'])
      expect(parse(one)).toBe('a/b');
    fc.assert(
      fc.property(text, fc.boolean(), fc.nat({ max: 3 }), (one, isLed, slashes) => {
        fc.pre(faultOf(one) === undefined && !one.startsWith('/'));
        expect(parse(`${isLed ? '/' : ''}${one}${'/'.repeat(slashes)}`)).toBe(parse(one));
      }),
    );
  });

  it('accepts every spelling of the root if the root is allowed', () => {
    for (const one of ['', '.', '/', '//', './', '/.', '/.///'])
      expect(parsePath(one, POINTER, { allowsRoot: true })).toBe(ROOT_FOLDER);
    for (const one of ['./.', '..', '/..', '//.', '///a'])
      expect([one, typeof faultOf(one, { root: true })]).toEqual([one, 'string']);
  });

  it('accepts only one spelling in parseExactPath', () => {
    expect(parseExactPath('a/cafe\u0301', POINTER)).toBe('a/caf\u00e9');
    for (const one of ['', '.', '/', '/a', 'a/', 'a//b'])
      expect(() => parseExactPath(one, POINTER)).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('rejects endless texts quickly', () => {
    const before = performance.now();
    faultOf('\u0300\u0323'.repeat(1_000_000));
    faultOf(`${'/'.repeat(1_000_000)}a${'/'.repeat(1_000_000)}`);
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe('A path', () => {
  const path = (one: string): FilePath => parsePath(one, POINTER);

  it('can be joined from a folder and a name, and split again', () => {
    expect(joinPath(path('a/b'), 'c.txt', POINTER)).toBe('a/b/c.txt');
    expect(joinPath(ROOT_FOLDER, 'c.txt', POINTER)).toBe('c.txt');
    for (const name of ['', '.', '..', 'a/b', '/', 'a\\b', 'nul', 'x'.repeat(256)])
      for (const folder of [ROOT_FOLDER, path('a')])
        expect(() => joinPath(folder, name, POINTER)).toThrow(
          expect.objectContaining({ status: 400 }),
        );
    expect([getParentFolder(path('a/b/c')), getBaseName(path('a/b/c'))]).toEqual(['a/b', 'c']);
    expect([getParentFolder(path('a')), getBaseName(path('a'))]).toEqual([ROOT_FOLDER, 'a']);
    expect(getParentFolder(ROOT_FOLDER)).toBe(ROOT_FOLDER);
    expect(listAncestorFolders(path('a/b/c'))).toEqual(['a', 'a/b']);
    expect(listAncestorFolders(path('a'))).toEqual([]);
  });

  it('is within its folders, not within names with the same beginning', () => {
    expect([isPathWithin(path('a/b'), path('a')), isPathWithin(path('a'), path('a'))]).toEqual([
      true,
      true,
    ]);
    expect([isPathWithin(path('ab'), path('a')), isPathWithin(path('a'), path('a/b'))]).toEqual([
      false,
      false,
    ]);
    expect(isPathWithin(path('a/b'), ROOT_FOLDER)).toBe(true);
  });
});
