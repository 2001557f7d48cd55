/** An object of which members may be absent, but none is null. */
export type Compact<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** The members that have a value, in a new object. */
export function compact<T extends object>(members: T): Compact<T> {
  const known = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(known) as Compact<T>;
}
