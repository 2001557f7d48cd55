/** The areas of the API that scopes apply to. */
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

/** Whether callers can only read an area. */
export function isReadOnlyArea(area: Area): area is ReadOnlyArea {
  return readOnlyAreas.has(area);
}

/** A scope: to read or change an area, to administer users, or everything. */
export type Scope = `${Area}:read` | `${Exclude<Area, ReadOnlyArea>}:write` | 'users:admin' | '*';

/** The scopes of an area. */
export function scopesOfArea(area: Area): Scope[] {
  return isReadOnlyArea(area) ? [`${area}:read`] : [`${area}:read`, `${area}:write`];
}

/** All scopes that a key can have. */
export const scopes: readonly Scope[] = [...areas.flatMap(scopesOfArea), 'users:admin', '*'];

/** Whether the held scopes include a scope: `*` includes all, `:write` includes `:read`. */
export function includesScope(held: ReadonlySet<string>, scope: Scope): boolean {
  return held.has('*') || held.has(scope) || held.has(scope.replace(/:read$/, ':write'));
}
