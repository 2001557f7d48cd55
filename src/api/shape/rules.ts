/** The tests behind the keywords of the service's own (shapes.ts) and the constraints that declare them. */
import { isCleanText } from './formats';

/** Whether no two elements share one of the members; elements without the member, or with an empty one, share nothing. */
export function areUnique(list: readonly unknown[], members: readonly string[]): boolean {
  return members.every((member) => {
    const values = list
      .map((one) => (one as Record<string, unknown> | null)?.[member])
      .filter((value) => value !== undefined && value !== '');
    return new Set(values).size === values.length;
  });
}

/** Whether a text is `field.asc` or `field.desc`, comma-separated, each of the names at most once. */
export function isSorting(text: string, names: readonly string[]): boolean {
  const keys = text.split(',').map((part) => /^(\w+)\.(?:asc|desc)$/.exec(part)?.[1] ?? '');
  return keys.every((key) => names.includes(key)) && new Set(keys).size === keys.length;
}

/** Whether a reference names something: an `id` that is not 0, or a `pId`. */
export function isNaming({ id, pId }: { id?: unknown; pId?: unknown }): boolean {
  return pId !== undefined || (id !== undefined && id !== 0);
}

/** A text, number, true or false as text; undefined for other values and for text that is unclean or too long. */
export function scalarText(value: unknown, most: number): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = String(value);
  return isCleanText(text) && [...text].length <= most ? text : undefined;
}
