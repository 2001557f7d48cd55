import { InvalidRequest } from '../../../core/errors';
import { normalizeName } from './visible-names';

declare const validated: unique symbol;

/** A validated path inside the file store: relative, in NFC, with parts separated by `/`; `.` is the root. */
export type FilePath = string & { readonly [validated]: true };

/** The root folder. */
export const ROOT_FOLDER = '.' as FilePath;

/**
 * The folder of the service's own files. No path can contain this name at any depth, because one store may be inside
 * another.
 */
export const SERVICE_FOLDER = '.service';

/** The name of that folder in earlier versions; names with this beginning stay reserved. */
export const FORMER_SERVICE_FOLDER = '.file-store';

/** The folder in which earlier versions stored exports; now an ordinary folder. */
export const FORMER_EXPORTS_FOLDER = 'exports' as FilePath;

/** The name of an export file. Anybody who knows such a name can read all data. */
const EXPORT_NAME_PATTERN = /^[0-9a-f]{48}$/;

/** Maximum length of a path, in bytes of UTF-8. */
const MAX_PATH_BYTES = 1_024;
/** Maximum length of a name, in bytes of UTF-8: the limit of Linux, macOS and Windows. */
const MAX_NAME_BYTES = 255;
const MAX_PATH_PARTS = 32;
/** Maximum length of a text, in UTF-16 units. A longer text can't become a valid path and isn't even normalized. */
const MAX_TEXT_UNITS = 8 * MAX_PATH_BYTES;

/** Control characters, halves of surrogate pairs, characters that XML can't contain, and direction characters. */
const FORBIDDEN_CHARACTERS =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}\u2028\u2029\ufeff]/u;
const FORBIDDEN_ON_WINDOWS = /[<>:"|?*]/;
/** Device names of Windows, which stay devices with an extension, and with spaces before it. */
const WINDOWS_DEVICE_NAME =
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
    (path) => getUtf8Length(path) > MAX_PATH_BYTES,
    `A path has at most ${MAX_PATH_BYTES} bytes in UTF-8.`,
  ],
  [isFormerExport, 'Names of exports are reserved for the service.'],
];

/** Rules of the parts of all paths. */
const nameRules: readonly PathRule[] = [
  [(name) => name === '', "A path can't contain empty parts (two / in a row)."],
  [(name) => name === '.' || name === '..', "A path can't contain the parts . or .."],
  [
    (name) => getUtf8Length(name) > MAX_NAME_BYTES,
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
    (path) => path.split('/').length > MAX_PATH_PARTS,
    `A path has at most ${MAX_PATH_PARTS} parts separated by /.`,
  ],
];

/** Further rules of the parts of these paths. */
const portableNameRules: readonly PathRule[] = [
  [(name) => FORBIDDEN_ENDING.test(name), "A name can't end in a dot or a space."],
  [
    (name) => WINDOWS_DEVICE_NAME.test(name),
    "A name can't be a device name of Windows (CON, NUL, COM1 ...).",
  ],
];

export interface ParsePathOptions {
  /** Whether the root folder is allowed: an empty text, `/` or `.`. */
  readonly allowsRoot?: boolean;
  /**
   * Whether the path names something that exists, perhaps made by another program. Only the rules that keep it below
   * the root and out of the service's folders apply, and its form of Unicode is kept.
   */
  readonly isExisting?: boolean;
}

/**
 * Parses a path of a request. One leading `/` and all trailing ones are removed, and a new path is normalized to NFC.
 * Other spellings such as `./a` and `a//b` are rejected.
 * @param pointer JSON pointer of the text in the request
 * @throws InvalidRequest with code `path.invalid`
 */
export function parsePath(
  text: string,
  pointer: string,
  { allowsRoot, isExisting = false }: ParsePathOptions = {},
): FilePath {
  const path = stripOuterSlashes(text);
  if (path !== '' && path !== ROOT_FOLDER) {
    // On Windows, such names would lead to devices and to other streams of a file.
    if (!isExisting || process.platform === 'win32') return parseExactPath(path, pointer);
    const detail = findError(path, pathRules, nameRules);
    if (detail !== undefined) throw createInvalidPathError(pointer, detail);
    return path as FilePath;
  }
  if (allowsRoot === true) return ROOT_FOLDER;
  throw createInvalidPathError(pointer, "The root folder isn't allowed here.");
}

/**
 * Parses a path in its only accepted spelling, without outer slashes, and normalizes it to NFC.
 * @param pointer JSON pointer of the text in the request; by default empty, for a text that no body contains
 * @throws InvalidRequest with code `path.invalid`
 */
export function parseExactPath(text: string, pointer = ''): FilePath {
  if (text.length > MAX_TEXT_UNITS) throw createInvalidPathError(pointer, 'The path is too long.');
  const path = text.normalize('NFC');
  const detail = findPathError(path);
  if (detail !== undefined) throw createInvalidPathError(pointer, detail);
  return path as FilePath;
}

/** Returns a stored name as a path; undefined if requests can't name it, or if it belongs to the service. */
export function parseStoredPath(text: string): FilePath | undefined {
  return text.normalize('NFC') === text && findPathError(text) === undefined
    ? (text as FilePath)
    : undefined;
}

/** Returns the path of a name in a folder. @throws InvalidRequest if the name is invalid or the path too deep */
export function joinPath(folder: FilePath, name: string, pointer: string): FilePath {
  if (name.includes('/')) throw createInvalidPathError(pointer, "A name can't contain a /.");
  return parseExactPath(folder === ROOT_FOLDER ? name : `${folder}/${name}`, pointer);
}

/** The parent folder of a path; the parent of the root is the root. */
export function getParentFolder(path: FilePath): FilePath {
  const end = path.lastIndexOf('/');
  return end < 0 ? ROOT_FOLDER : (path.slice(0, end) as FilePath);
}

/** The last part of a path. */
export function getBaseName(path: FilePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders above a path, from the top and without the root. */
export function listAncestorFolders(path: FilePath): FilePath[] {
  const parts = path.split('/');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/') as FilePath);
}

/** Whether a path is the folder itself or something inside it, at any depth. */
export function isPathWithin(path: FilePath, folder: FilePath): boolean {
  return folder === ROOT_FOLDER || path === folder || path.startsWith(`${folder}/`);
}

function stripOuterSlashes(text: string): string {
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
  const brokenRule = rulesOfPath.find(([breaks]) => breaks(path));
  if (brokenRule) return brokenRule[1];
  const names = path.split('/');
  return rulesOfNames.find(([breaks]) => names.some(breaks))?.[1];
}

function isReservedName(name: string): boolean {
  const foldedName = foldName(name);
  return (
    foldedName === SERVICE_FOLDER ||
    foldedName.startsWith(FORMER_SERVICE_FOLDER) ||
    SERVICE_FOLDER_8_3_NAME.test(foldedName)
  );
}

function isFormerExport(path: string): boolean {
  const [folder = '', name = '', ...deeperParts] = path.split('/');
  return deeperParts.length === 0 && isFormerExportsFolder(folder) && isExportName(foldName(name));
}

/** Whether a path is the folder in which earlier versions stored exports. */
export function isFormerExportsFolder(path: string): boolean {
  return foldName(path) === FORMER_EXPORTS_FOLDER;
}

export function isExportName(name: string): boolean {
  return EXPORT_NAME_PATTERN.test(name);
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

function getUtf8Length(text: string): number {
  return Buffer.byteLength(text);
}

function createInvalidPathError(
  pointer: string,
  detail: string,
): InstanceType<typeof InvalidRequest> {
  return new InvalidRequest([{ pointer, code: 'path.invalid', detail }]);
}
