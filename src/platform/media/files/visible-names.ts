import { InvalidRequest } from '../../../core/errors';
import {
  findInvisibleCharacter,
  removeInvisibleCharacters,
} from '../../../core/invisible-characters';

/**
 * Converts a name to the form in which other systems may read it: without invisible characters, in lower case, `ｐ` as
 * `p`.
 */
export function normalizeName(name: string): string {
  return removeInvisibleCharacters(name.normalize('NFKC')).toLowerCase();
}

/**
 * Rejects new names with invisible characters. Existing names stay usable.
 * @param path a name, or a path of new names
 * @param pointer JSON pointer in the request
 * @throws InvalidRequest with code `path.invalid`
 */
export function requireVisibleName(path: string, pointer: string): void {
  const invisibleCharacter = findInvisibleCharacter(path);
  if (invisibleCharacter === undefined) return;
  const detail = `A new name can't contain the invisible or unassigned character ${invisibleCharacter}.`;
  throw new InvalidRequest([{ pointer, code: 'path.invalid', detail }]);
}
