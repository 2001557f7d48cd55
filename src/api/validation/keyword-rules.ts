/** Rules of the service's own schema keywords (validator-compiler.ts) and of the constraints that declare them. */
import { toLowerCaseCode, toUpperCaseCode } from '../../core/code-case';
import { isCurrencyCode, isCurrentCurrencyCode, toCurrencyCode } from '../../core/currencies';
import { isWellFormedText } from './formats';

/**
 * Whether the members' values are unique within a list. Absent and empty values are ignored; languages are compared
 * without regard to case.
 */
export function hasUniqueMembers(list: readonly unknown[], members: readonly string[]): boolean {
  return members.every((member) => {
    const values = list
      .map((element) => (element as Record<string, unknown> | null)?.[member])
      .map((value) =>
        member === 'languageCode' && typeof value === 'string' ? toLowerCaseCode(value) : value,
      )
      .filter((value) => value !== undefined && value !== null && value !== '');
    return new Set(values).size === values.length;
  });
}

/**
 * Parses an order: `field`, `field.asc` or `field.desc`, comma-separated, in any case.
 * @param names fields that can be sorted by
 * @returns `field.asc` or `field.desc`, comma-separated, in the case of the names; undefined if a part is invalid or a
 * field is repeated
 */
export function parseSortOrder(text: string, names: readonly string[]): string | undefined {
  const parts = text.split(',').map((part) => {
    const [, fieldName = '', direction = 'asc'] = /^(\w+)(?:\.(asc|desc))?$/i.exec(part) ?? [];
    const name = names.find((element) => element.toLowerCase() === fieldName.toLowerCase());
    return { name, direction: direction.toLowerCase() };
  });
  const fields = new Set(parts.map(({ name }) => name));
  if (fields.has(undefined) || fields.size < parts.length) return undefined;
  return parts.map(({ name, direction }) => `${name}.${direction}`).join();
}

/** Whether a reference names a record: by an `id` other than 0 or a `pId` that is not empty. */
export function refersToRecord({ id, pId }: { id?: unknown; pId?: unknown }): boolean {
  return (pId !== undefined && pId !== '') || (id !== undefined && id !== 0);
}

/** Whether a code, in any case, or a number is that of a currency that is used today. Unknown and empty ones pass. */
export function isNotFormerCurrency(value: unknown): boolean {
  const code = typeof value === 'number' ? toCurrencyCode(value) : value;
  if (typeof code !== 'string') return true;
  const text = toUpperCaseCode(code);
  return !isCurrencyCode(text) || isCurrentCurrencyCode(text);
}

/** Converts 1 and 0 to booleans; undefined for a value that is no flag. */
export function toFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 1 || value === 0 ? value === 1 : undefined;
}

/** Converts a text, number or boolean to text; undefined for other values, and for malformed or too long text. */
export function toScalarText(value: unknown, maxLength: number): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = String(value);
  return isWellFormedText(text) && [...text].length <= maxLength ? text : undefined;
}
