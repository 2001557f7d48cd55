/** The tests behind the keywords of the service's own (shapes.ts) and the constraints that declare them. */
import { toLowerCaseCode } from '../../core/code-case';
import { isCleanText } from './formats';

/**
 * Whether no two elements share one of the members; elements without the member, or with an empty one, share nothing.
 * Languages are the same in any case.
 */
export function hasUniqueMembers(list: readonly unknown[], members: readonly string[]): boolean {
  return members.every((member) => {
    const values = list
      .map((one) => (one as Record<string, unknown> | null)?.[member])
      .map((value) =>
        member === 'languageCode' && typeof value === 'string' ? toLowerCaseCode(value) : value,
      )
      .filter((value) => value !== undefined && value !== null && value !== '');
    return new Set(values).size === values.length;
  });
}

/**
 * Reads an order: `field`, `field.asc` or `field.desc`, comma-separated, in any case.
 * @param names what can be sorted by
 * @returns the same as `field.asc` or `field.desc`, in the case of the names; undefined where a part is no such, or
 * a field stands there twice
 */
export function parseSortOrder(text: string, names: readonly string[]): string | undefined {
  const parts = text.split(',').map((part) => {
    const [, given = '', direction = 'asc'] = /^(\w+)(?:\.(asc|desc))?$/i.exec(part) ?? [];
    const name = names.find((one) => one.toLowerCase() === given.toLowerCase());
    return { name, direction: direction.toLowerCase() };
  });
  const fields = new Set(parts.map(({ name }) => name));
  if (fields.has(undefined) || fields.size < parts.length) return undefined;
  return parts.map(({ name, direction }) => `${name}.${direction}`).join();
}

/** Whether a reference names something: an `id` that is not 0, or a `pId` that is not empty. */
export function namesRecord({ id, pId }: { id?: unknown; pId?: unknown }): boolean {
  return (pId !== undefined && pId !== '') || (id !== undefined && id !== 0);
}

/** A text, number, true or false as text; undefined for other values and for text that is unclean or too long. */
export function toScalarText(value: unknown, most: number): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = String(value);
  return isCleanText(text) && [...text].length <= most ? text : undefined;
}
