import { InvalidRequest } from '../../../core/errors';
import { normalizeName } from './visible-names';

declare const validated: unique symbol;

/** A path inside the file store that was judged: relative, NFC, its parts between `/`; `.` is the root. */
export type FilePath = string & { readonly [validated]: true };

/** The folder that holds everything. */
export const ROOT = '.' as FilePath;

/** The folder of the service's own files. No path reaches the name, at any depth: one store may lie inside another. */
export const SERVICE_FOLDER = '.service';

/** The same folder in earlier versions; names that begin so stay reserved. */
export const FORMER_SERVICE_FOLDER = '.file-store';

/** The folder in which earlier versions kept exports; it is a folder like any other now. */
export const FORMER_EXPORTS = 'exports' as FilePath;

/** The name of an export's file. Whoever knows one can read all that is stored. */
const EXPORT_NAME = /^[0-9a-f]{48}$/;

/** Bytes in UTF-8. */
const MAX_PATH_BYTES = 1_024;
/** Bytes in UTF-8: what Linux, macOS and Windows give a name. */
const MAX_NAME_BYTES = 255;
const MAX_LEVELS = 32;
/** UTF-16 units. No longer text can become a path that is short enough; it is not even normalized. */
const MAX_TEXT_UNITS = 8 * MAX_PATH_BYTES;

/** Control characters, halves of surrogate pairs, what no XML may hold, and what turns text around. */
const FORBIDDEN_CHARACTERS =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}\u2028\u2029\ufeff]/u;
const FORBIDDEN_ON_WINDOWS = /[<>:"|?*]/;
/** Devices of Windows: with an extension, and with spaces before it, they are devices still. */
const WINDOWS_DEVICE =
  /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\.|$)/i;
const FORBIDDEN_ENDING = /[.\p{White_Space}]$/u;
/** Windows also finds the service's folder by a short name that it makes up. */
const SERVICE_FOLDER_8_3_NAME = /^se(rvic|[\da-f]{4})~\d+$/;

type PathRule = readonly [breaks: (part: string) => boolean, detail: string];

const nameRules: readonly PathRule[] = [
  [(name) => name === '', 'A path has no empty parts: no two / in a row.'],
  [(name) => name === '.' || name === '..', 'A path has no parts . or ..'],
  [(name) => FORBIDDEN_ENDING.test(name), 'A name can’t end in a dot or a space.'],
  [
    (name) => utf8Length(name) > MAX_NAME_BYTES,
    `A name has at most ${MAX_NAME_BYTES} bytes in UTF-8.`,
  ],
  [
    (name) => WINDOWS_DEVICE.test(name),
    'A name can’t be that of a device of Windows (CON, NUL, COM1 ...).',
  ],
  [isReservedName, `Names like ${SERVICE_FOLDER} are the service’s own.`],
];

const pathRules: readonly PathRule[] = [
  [(path) => path === '', 'A path can’t be empty.'],
  [(path) => path.includes('\\'), 'The parts of a path stand between /, not \\.'],
  [(path) => FORBIDDEN_CHARACTERS.test(path), 'A path can’t hold control or direction characters.'],
  [(path) => FORBIDDEN_ON_WINDOWS.test(path), 'A path can’t hold < > : " | ? or *'],
  [
    (path) => utf8Length(path) > MAX_PATH_BYTES,
    `A path has at most ${MAX_PATH_BYTES} bytes in UTF-8.`,
  ],
  [
    (path) => path.split('/').length > MAX_LEVELS,
    `A path has at most ${MAX_LEVELS} parts between /.`,
  ],
  [isFormerExport, 'Exports are the service’s own.'],
];

export interface PathOptions {
  /** Whether the root may be meant: an empty text, `/` or `.` */
  readonly root?: boolean;
}

/**
 * Makes a path of a request's text: one `/` at its start and any at its end are taken off. Nothing else is
 * mended but the Unicode form: `./a` and `a//b` are refused. Paths of api.md, Files and images.
 * @param pointer where the text stands in the request
 * @throws InvalidRequest with code `path.invalid`
 */
export function parsePath(text: string, pointer: string, { root }: PathOptions = {}): FilePath {
  const path = withoutOuterSlashes(text);
  if (path !== '' && path !== ROOT) return parseExactPath(path, pointer);
  if (root === true) return ROOT;
  throw invalidPathError(pointer, 'The root can’t be meant here.');
}

/** A path in its one spelling, as an address of a file has it. @throws InvalidRequest with code `path.invalid` */
export function parseExactPath(text: string, pointer: string): FilePath {
  if (text.length > MAX_TEXT_UNITS) throw invalidPathError(pointer, 'The path is too long.');
  const path = text.normalize('NFC');
  const detail = findPathError(path);
  if (detail !== undefined) throw invalidPathError(pointer, detail);
  return path as FilePath;
}

/** A path that stands in the store; undefined: nobody can ask for what is called so, or it is the store's own. */
export function toStoredPath(text: string): FilePath | undefined {
  return text.normalize('NFC') === text && findPathError(text) === undefined
    ? (text as FilePath)
    : undefined;
}

/** The path of a name in a folder. @throws InvalidRequest when it is no name, or too deep */
export function joinPath(folder: FilePath, name: string, pointer: string): FilePath {
  if (name.includes('/')) throw invalidPathError(pointer, 'A name can’t hold a /.');
  return parseExactPath(folder === ROOT ? name : `${folder}/${name}`, pointer);
}

/** The folder that a path stands in; the root's is the root. */
export function parentFolderOf(path: FilePath): FilePath {
  const end = path.lastIndexOf('/');
  return end < 0 ? ROOT : (path.slice(0, end) as FilePath);
}

/** The last part of a path. */
export function baseNameOf(path: FilePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders that a path leads through, from the top; without the root. */
export function ancestorFoldersOf(path: FilePath): FilePath[] {
  const parts = path.split('/');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/') as FilePath);
}

/** Whether a path is that of the folder, or of something in it at any depth. */
export function isWithin(path: FilePath, folder: FilePath): boolean {
  return folder === ROOT || path === folder || path.startsWith(`${folder}/`);
}

function withoutOuterSlashes(text: string): string {
  const start = text.startsWith('/') ? 1 : 0;
  let end = text.length;
  while (end > start && text[end - 1] === '/') end--;
  return text.slice(start, end);
}

function findPathError(path: string): string | undefined {
  const fault = pathRules.find(([breaks]) => breaks(path));
  if (fault) return fault[1];
  const names = path.split('/');
  return nameRules.find(([breaks]) => names.some(breaks))?.[1];
}

function isReservedName(name: string): boolean {
  const plain = foldName(name);
  return (
    plain === SERVICE_FOLDER ||
    plain.startsWith(FORMER_SERVICE_FOLDER) ||
    SERVICE_FOLDER_8_3_NAME.test(plain)
  );
}

function isFormerExport(path: string): boolean {
  const [folder = '', name = '', ...below] = path.split('/');
  return below.length === 0 && isFormerExportsFolder(folder) && isExportName(foldName(name));
}

/** Whether a path means the folder in which earlier versions kept exports. */
export function isFormerExportsFolder(path: string): boolean {
  return foldName(path) === FORMER_EXPORTS;
}

export function isExportName(name: string): boolean {
  return EXPORT_NAME.test(name);
}

/**
 * A name as the most tolerant file systems compare it: they ignore case (also that of Turkish letters), compatibility
 * forms, invisible characters, and dots and spaces at the end.
 */
export function foldName(name: string): string {
  return normalizeName(name.toUpperCase())
    .replaceAll('\u0307', '')
    .replace(/[.\p{White_Space}]+$/u, '');
}

function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

function invalidPathError(pointer: string, detail: string): InstanceType<typeof InvalidRequest> {
  return new InvalidRequest([{ pointer, code: 'path.invalid', detail }]);
}
