import { InvalidRequest } from '../../../core/errors';
import { normalizeName } from './visible-names';

declare const validated: unique symbol;

/** A validated path inside the file store: relative, in NFC, with parts separated by `/`; `.` is the root. */
export type FilePath = string & { readonly [validated]: true };

/** The root folder. */
export const ROOT = '.' as FilePath;

/**
 * The folder of the service's own files. No path can contain this name at any depth, because one store may be inside
 * another.
 */
export const SERVICE_FOLDER = '.service';

/** The name of that folder in earlier versions; names with this beginning stay reserved. */
export const FORMER_SERVICE_FOLDER = '.file-store';

/** The folder in which earlier versions stored exports; now an ordinary folder. */
export const FORMER_EXPORTS = 'exports' as FilePath;

/** The name of an export file. Anybody who knows such a name can read all data. */
const EXPORT_NAME = /^[0-9a-f]{48}$/;

/** Maximum length of a path, in bytes of UTF-8. */
const MAX_PATH_BYTES = 1_024;
/** Maximum length of a name, in bytes of UTF-8: the limit of Linux, macOS and Windows. */
const MAX_NAME_BYTES = 255;
const MAX_LEVELS = 32;
/** Maximum length of a text, in UTF-16 units. A longer text can't become a valid path and isn't even normalized. */
const MAX_TEXT_UNITS = 8 * MAX_PATH_BYTES;

/** Control characters, halves of surrogate pairs, characters that XML can't contain, and direction characters. */
const FORBIDDEN_CHARACTERS =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}\u2028\u2029\ufeff]/u;
const FORBIDDEN_ON_WINDOWS = /[<>:"|?*]/;
/** Device names of Windows, which stay devices with an extension, and with spaces before it. */
const WINDOWS_DEVICE =
  /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\.|$)/i;
const FORBIDDEN_ENDING = /[.\p{White_Space}]$/u;
/** The generated short name by which Windows also finds the service's folder. */
const SERVICE_FOLDER_8_3_NAME = /^se(rvic|[\da-f]{4})~\d+$/;

type PathRule = readonly [breaks: (part: string) => boolean, detail: string];

/** Rules of all paths. */
const pathRules: readonly PathRule[] = [
  [(path) => path === '', "A path can't be empty."],
  [(path) => path.includes('\\'), 'The parts of a path are separated by /, not \\.'],
  [(path) => /[\0\p{Cs}]/u.test(path), "A path can't contain NUL or halves of characters."],
  [
    (path) => utf8Length(path) > MAX_PATH_BYTES,
    `A path has at most ${MAX_PATH_BYTES} bytes in UTF-8.`,
  ],
  [isFormerExport, 'Names of exports are reserved for the service.'],
];

/** Rules of the parts of all paths. */
const nameRules: readonly PathRule[] = [
  [(name) => name === '', "A path can't contain empty parts (two / in a row)."],
  [(name) => name === '.' || name === '..', "A path can't contain the parts . or .."],
  [
    (name) => utf8Length(name) > MAX_NAME_BYTES,
    `A name has at most ${MAX_NAME_BYTES} bytes in UTF-8.`,
  ],
  [isReservedName, `Names like ${SERVICE_FOLDER} are reserved for the service.`],
];

/** Further rules of paths that are valid on every system. */
const portablePathRules: readonly PathRule[] = [
  [
    (path) => FORBIDDEN_CHARACTERS.test(path),
    "A path can't contain control or direction characters.",
  ],
  [(path) => FORBIDDEN_ON_WINDOWS.test(path), 'A path can\'t contain < > : " | ? or *'],
  [
    (path) => path.split('/').length > MAX_LEVELS,
    `A path has at most ${MAX_LEVELS} parts separated by /.`,
  ],
];

/** Further rules of their parts. */
const portableNameRules: readonly PathRule[] = [
  [(name) => FORBIDDEN_ENDING.test(name), "A name can't end in a dot or a space."],
  [
    (name) => WINDOWS_DEVICE.test(name),
    "A name can't be a device name of Windows (CON, NUL, COM1 ...).",
  ],
];

export interface PathOptions {
  /** Whether the root folder is allowed: an empty text, `/` or `.`. */
  readonly root?: boolean;
  /**
   * Whether the path names something that exists, perhaps made by another program. Only the rules that keep it below
   * the root and out of the service's folders apply, and its form of Unicode is kept.
   */
  readonly existing?: boolean;
}

/**
 * Parses a path of a request. One leading `/` and all trailing ones are removed, and a new path is normalized to NFC.
 * Other spellings such as `./a` and `a//b` are rejected (api.md, Files and images).
 * @param pointer JSON pointer of the text in the request
 * @throws InvalidRequest with code `path.invalid`
 */
export function parsePath(
  text: string,
  pointer: string,
  { root, existing = false }: PathOptions = {},
): FilePath {
  const path = withoutOuterSlashes(text);
  if (path !== '' && path !== ROOT) {
    // On Windows, such names would lead to devices and to other streams of a file.
    if (!existing || process.platform === 'win32') return parseExactPath(path, pointer);
    const detail = findError(path, pathRules, nameRules);
    if (detail !== undefined) throw invalidPathError(pointer, detail);
    return path as FilePath;
  }
  if (root === true) return ROOT;
  throw invalidPathError(pointer, "The root folder isn't allowed here.");
}

/**
 * Parses a path that has to be normalized already, as in the URL of a file.
 * @throws InvalidRequest with code `path.invalid`
 */
export function parseExactPath(text: string, pointer: string): FilePath {
  if (text.length > MAX_TEXT_UNITS) throw invalidPathError(pointer, 'The path is too long.');
  const path = text.normalize('NFC');
  const detail = findPathError(path);
  if (detail !== undefined) throw invalidPathError(pointer, detail);
  return path as FilePath;
}

/** Returns a stored name as a path; undefined if requests can't name it, or if it belongs to the service. */
export function toStoredPath(text: string): FilePath | undefined {
  return text.normalize('NFC') === text && findPathError(text) === undefined
    ? (text as FilePath)
    : undefined;
}

/** Returns the path of a name in a folder. @throws InvalidRequest if the name is invalid or the path too deep */
export function joinPath(folder: FilePath, name: string, pointer: string): FilePath {
  if (name.includes('/')) throw invalidPathError(pointer, "A name can't contain a /.");
  return parseExactPath(folder === ROOT ? name : `${folder}/${name}`, pointer);
}

/** The parent folder of a path; the parent of the root is the root. */
export function parentFolderOf(path: FilePath): FilePath {
  const end = path.lastIndexOf('/');
  return end < 0 ? ROOT : (path.slice(0, end) as FilePath);
}

/** The last part of a path. */
export function baseNameOf(path: FilePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders above a path, from the top and without the root. */
export function ancestorFoldersOf(path: FilePath): FilePath[] {
  const parts = path.split('/');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/') as FilePath);
}

/** Whether a path is the folder itself or something inside it, at any depth. */
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
  return (
    findError(path, pathRules, nameRules) ?? findError(path, portablePathRules, portableNameRules)
  );
}

function findError(
  path: string,
  rulesOfPath: readonly PathRule[],
  rulesOfNames: readonly PathRule[],
): string | undefined {
  const broken = rulesOfPath.find(([breaks]) => breaks(path));
  if (broken) return broken[1];
  const names = path.split('/');
  return rulesOfNames.find(([breaks]) => names.some(breaks))?.[1];
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

/** Whether a path is the folder in which earlier versions stored exports. */
export function isFormerExportsFolder(path: string): boolean {
  return foldName(path) === FORMER_EXPORTS;
}

export function isExportName(name: string): boolean {
  return EXPORT_NAME.test(name);
}

/**
 * Converts a name to the form in which the most tolerant file systems compare names. They ignore case (also of Turkish
 * letters), compatibility forms, invisible characters, and trailing dots and spaces.
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
