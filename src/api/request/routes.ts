import type { Operation } from '../operation/operation';

/** The methods, in upper case, of the operations whose route matches a path. */
export function methodsOf(operations: readonly Operation[], path: string): string[] {
  const segments = path.split('/');
  const methods = operations
    .filter(({ route }) => routeMatches(route.split('/'), segments))
    .map(({ method }) => method.toUpperCase());
  return [...new Set(methods.includes('GET') ? ['GET', 'HEAD', ...methods] : methods)];
}

/** Whether a route's segments, of which `:name` stands for any, match a path's. */
export function routeMatches(route: readonly string[], path: readonly string[]): boolean {
  return (
    route.length === path.length &&
    route.every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]))
  );
}
