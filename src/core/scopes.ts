/** The areas of the API that scopes apply to. */
export const scopeAreas = [
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

export type ScopeArea = (typeof scopeAreas)[number];

/** Areas that callers only read: they have no `:write` scope. */
type ReadOnlyArea = 'changes' | 'export';

const readOnlyAreas: ReadonlySet<ScopeArea> = new Set<ReadOnlyArea>(['changes', 'export']);

/** Whether callers can only read an area. */
export function isReadOnlyArea(area: ScopeArea): area is ReadOnlyArea {
  return readOnlyAreas.has(area);
}

/** A scope: to read or change an area, to administer users, or everything. */
export type Scope =
  | `${ScopeArea}:read`
  | `${Exclude<ScopeArea, ReadOnlyArea>}:write`
  | 'users:admin'
  | '*';

/** The scopes of an area. */
export function listAreaScopes(area: ScopeArea): Scope[] {
  return isReadOnlyArea(area) ? [`${area}:read`] : [`${area}:read`, `${area}:write`];
}

/** All scopes that a key can have. */
export const scopes: readonly Scope[] = [...scopeAreas.flatMap(listAreaScopes), 'users:admin', '*'];

/** Whether the held scopes include a scope: `*` includes all, `:write` includes `:read`. */
export function includesScope(heldScopes: ReadonlySet<string>, scope: Scope): boolean {
  return (
    heldScopes.has('*') ||
    heldScopes.has(scope) ||
    heldScopes.has(scope.replace(/:read$/, ':write'))
  );
}
