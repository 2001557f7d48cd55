/** An object whose members may be absent but not null. */
export type Compact<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Copies an object without its null and undefined members. */
export function compact<T extends object>(members: T): Compact<T> {
  const present = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(present) as Compact<T>;
}
