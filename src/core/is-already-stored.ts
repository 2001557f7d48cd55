/**
 * Whether a value equals the stored one. Further members of stored objects are ignored; arrays must have the same
 * length and order.
 */
export function isAlreadyStored(content: unknown, stored: unknown): boolean {
  if (Array.isArray(content)) {
    return (
      Array.isArray(stored) &&
      content.length === stored.length &&
      content.every((element, index) => isAlreadyStored(element, stored[index]))
    );
  }
  if (content instanceof Date || stored instanceof Date) return Number(content) === Number(stored);
  if (!isObject(content) || !isObject(stored)) return content === stored;
  return Object.entries(content).every(([name, value]) => isAlreadyStored(value, stored[name]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
