import newRouter, { type HTTPMethod } from 'find-my-way';

/** The value of a route and its parameters as they are in the path, still encoded. */
export interface RouteMatch<T> {
  readonly value: T;
  readonly parameters: Readonly<Record<string, string>>;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Maps methods and routes to values, with Fastify's router and Express's rules. Literal segments are compared without
 * decoding and without regard to case. A slash at the end does not matter, and GET routes also match HEAD. A literal
 * segment takes precedence over a parameter, regardless of the order of registration.
 */
export class RouteTree<T> {
  private readonly router = newRouter({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    // The length of the whole URL is limited.
    maxParamLength: Number.MAX_SAFE_INTEGER,
  });

  /**
   * @param method method in upper case
   * @param route segments; `:name` matches any segment
   * @throws Error if the method and route already have a value
   */
  add(method: string, route: string, value: T): void {
    this.router.on(method as HTTPMethod, route, unusedHandler, value);
  }

  /**
   * @param method method in upper case
   * @param path path without a query
   */
  find(method: string, path: string): RouteMatch<T> | undefined {
    // Parameters can't be empty.
    if (path.includes('//')) return undefined;
    const routedMethod = (method === 'HEAD' ? 'GET' : method) as HTTPMethod;
    const found = this.router.find(routedMethod, keepEscapes(path));
    if (!found) return undefined;
    return { value: found.store as T, parameters: found.params as Record<string, string> };
  }

  /** The methods, in upper case, that have a route for the path. */
  listMethods(path: string): string[] {
    const methods = METHODS.filter((method) => this.find(method, path) !== undefined);
    return methods.includes('GET') ? ['HEAD', ...methods] : methods;
  }
}

/** The router requires a handler, which is never called. */
function unusedHandler(): void {
  return undefined;
}

/**
 * Keeps the router from decoding literals, which Express does not do either. Otherwise `/%761/orders` would bypass the
 * middleware for `/v1` and still find its route.
 */
function keepEscapes(path: string): string {
  return path.replaceAll('%', '%25');
}
