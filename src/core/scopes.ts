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
  'changes',
  'webhooks',
] as const;

export type Area = (typeof areas)[number];

/** Areas that nobody changes: what is in them comes by itself. */
type ReadOnlyArea = 'changes';

/** A right: to read or to change an area, to administer users, or everything. */
export type Scope = `${Area}:read` | `${Exclude<Area, ReadOnlyArea>}:write` | 'users:admin' | '*';

/** The scopes of an area. */
export function scopesIn(area: Area): Scope[] {
  return area === 'changes' ? [`${area}:read`] : [`${area}:read`, `${area}:write`];
}

/** Every scope that a key can be given. */
export const scopes: readonly Scope[] = [...areas.flatMap(scopesIn), 'users:admin', '*'];

/** Whether the rights held include a right: `*` includes all, `:write` includes `:read`. */
export function covers(held: ReadonlySet<string>, wanted: Scope): boolean {
  return held.has('*') || held.has(wanted) || held.has(wanted.replace(/:read$/, ':write'));
}
