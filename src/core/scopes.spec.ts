import { type Scope, includesScope, scopes } from './scopes';

describe('includesScope', () => {
  it.each<[string[], Scope, boolean]>([
    [['*'], 'keys:write', true],
    [['*'], '*', true],
    [['news:write'], 'news:read', true],
    [['news:read'], 'news:read', true],
    [['news:read'], 'news:write', false],
    [['users:write'], 'users:admin', false],
    [['users:admin'], 'users:read', false],
    [['news:write'], 'locations:read', false],
    [scopes.filter((scope) => scope !== '*'), '*', false],
    [[], 'news:read', false],
  ])('%j, requested %s: %s', (held, wanted, is) => {
    expect(includesScope(new Set(held), wanted)).toBe(is);
  });
});
