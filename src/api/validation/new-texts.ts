import type { FieldError } from '../../core/errors';
import { isMailbox, normalizeEmailAddress } from '../../core/email-address';
import {
  findInvisibleCharacter,
  findInvisibleCharacterInName,
} from '../../core/invisible-characters';
import { escapePointerSegment } from '../../core/json';
import { formatDescriptions } from './formats';
import type { JsonSchema } from './schema';

/** Kinds of texts that must be visible in new data. */
type VisibleTextKind = NonNullable<JsonSchema['x-visible']>;

/** An error of a text that is invalid only if it is new: a record that has the text already may keep it. */
export interface NewTextError extends FieldError {
  readonly text: string;
}

/**
 * Finds the texts in a validated value that new data can't have. Texts that are stored already are exempt: the caller
 * has to ignore them.
 */
export type NewTextCheck = (value: unknown, pointer: string) => NewTextError[];

const errorFinders: Readonly<
  Record<VisibleTextKind, (text: string) => Pick<FieldError, 'code' | 'detail'> | undefined>
> = {
  identifier: (text) =>
    toVisibilityError(findInvisibleCharacter(text)) ??
    (text === text.normalize('NFC')
      ? undefined
      : { code: 'text.notNormalized', detail: 'The text must be in the Unicode form NFC.' }),
  name: (text) => toVisibilityError(findInvisibleCharacterInName(text)),
  email: (text) =>
    toVisibilityError(findInvisibleCharacter(text)) ??
    (isMailbox(normalizeEmailAddress(text))
      ? undefined
      : {
          code: 'format.email-address',
          detail: `The value must be ${formatDescriptions['email-address']}.`,
        }),
};

function toVisibilityError(found: string | undefined): ReturnType<(typeof errorFinders)['name']> {
  return found === undefined
    ? undefined
    : {
        code: 'text.invisible',
        detail: `The text can't contain the invisible or unassigned character ${found}.`,
      };
}

/** Creates the check of a schema; undefined if the schema has no such texts. @param schema schema without `$ref` */
export function createNewTextCheck(schema: JsonSchema): NewTextCheck | undefined {
  const { properties = {}, items, 'x-visible': kind } = schema;
  if (kind !== undefined) {
    return (text, pointer) => {
      if (typeof text !== 'string' || text === '') return [];
      const error = errorFinders[kind](text);
      return error ? [{ ...error, pointer, text }] : [];
    };
  }
  const checkElement = items && createNewTextCheck(items);
  if (checkElement) {
    return (list, pointer) =>
      Array.isArray(list) ? list.flatMap((one, at) => checkElement(one, `${pointer}/${at}`)) : [];
  }
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const check = createNewTextCheck(member);
    return check ? [{ name, segment: `/${escapePointerSegment(name)}`, check }] : [];
  });
  if (members.length === 0) return undefined;
  return (value, pointer) =>
    typeof value === 'object' && value !== null
      ? members.flatMap(({ name, segment, check }) =>
          check((value as Record<string, unknown>)[name], pointer + segment),
        )
      : [];
}

/**
 * Returns the errors of texts that a record doesn't have yet.
 * @param record the record, in any form that contains its texts
 */
export function excludeStoredTexts(errors: readonly NewTextError[], record: unknown): FieldError[] {
  const stored = new Set<string>();
  collectTexts(record, stored);
  return errors
    .filter(({ text }) => !stored.has(text.normalize('NFC')))
    .map(({ text: _text, ...error }) => error);
}

function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value.normalize('NFC'));
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) collectTexts(member, texts);
}
