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
  'export',
  'webhooks',
] as const;

export type Area = (typeof areas)[number];

/** Areas that callers only read: they have no `:write` scope. */
type ReadOnlyArea = 'changes' | 'export';

const readOnlyAreas: ReadonlySet<Area> = new Set<ReadOnlyArea>(['changes', 'export']);

/** Whether callers only read what is in an area. */
export function isReadOnlyArea(area: Area): area is ReadOnlyArea {
  return readOnlyAreas.has(area);
}

/** A right: to read or to change an area, to administer users, or everything. */
export type Scope = `${Area}:read` | `${Exclude<Area, ReadOnlyArea>}:write` | 'users:admin' | '*';

/** The scopes of an area. */
export function scopesOfArea(area: Area): Scope[] {
  return isReadOnlyArea(area) ? [`${area}:read`] : [`${area}:read`, `${area}:write`];
}

/** Every scope that a key can be given. */
export const scopes: readonly Scope[] = [...areas.flatMap(scopesOfArea), 'users:admin', '*'];

/** Whether the rights held include a right: `*` includes all, `:write` includes `:read`. */
export function includesScope(held: ReadonlySet<string>, wanted: Scope): boolean {
  return held.has('*') || held.has(wanted) || held.has(wanted.replace(/:read$/, ':write'));
}
