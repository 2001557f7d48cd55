/** The areas of the API that rights are given for. */
export const areas = [
  'customTags',
  'news',
  'locations',
  'definitions',
  'channels',
  'users',
  'sales',
  'files',
  'util',
  'import',
  'keys',
] as const;

export type Area = (typeof areas)[number];

/** A right: to read or to change an area, to administer users, or everything. */
export type Scope = `${Area}:read` | `${Area}:write` | 'users:admin' | '*';

/** Every scope that a key can be given. */
export const scopes: readonly Scope[] = [
  ...areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const),
  'users:admin',
  '*',
];

/** Whether the rights held include a right: `*` includes all, `:write` includes `:read`. */
export function covers(held: ReadonlySet<string>, wanted: Scope): boolean {
  return held.has('*') || held.has(wanted) || held.has(wanted.replace(/:read$/, ':write'));
}
