/** Whether all members of a value are already stored, whatever else is stored. */
export function isSubsetOf(content: unknown, stored: unknown): boolean {
  if (Array.isArray(content)) {
    return (
      Array.isArray(stored) &&
      content.length === stored.length &&
      content.every((element, index) => isSubsetOf(element, stored[index]))
    );
  }
  if (content instanceof Date || stored instanceof Date) return Number(content) === Number(stored);
  if (!isObject(content) || !isObject(stored)) return content === stored;
  return Object.entries(content).every(([name, value]) => isSubsetOf(value, stored[name]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
