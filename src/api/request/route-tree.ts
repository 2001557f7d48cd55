import newRouter, { type HTTPMethod } from 'find-my-way';

/** What stands at the route of a path, and its parameters as they stand in the path, still encoded. */
export interface RouteMatch<T> {
  readonly value: T;
  readonly parameters: Readonly<Record<string, string>>;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Values by method and route, over Fastify's router. As Express has it: literal segments are compared as they stand in
 * the path but for their case, a slash at the end does not matter, and HEAD is served by GET. A literal segment goes
 * before a parameter, whichever came first.
 */
export class RouteTree<T> {
  private readonly router = newRouter({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    // The whole URL has a limit.
    maxParamLength: Number.MAX_SAFE_INTEGER,
  });

  /**
   * @param method in upper case
   * @param route of segments, of which `:name` stands for any
   * @throws Error when the method and route have a value
   */
  add(method: string, route: string, value: T): void {
    this.router.on(method as HTTPMethod, route, noHandler, value);
  }

  /** @param method in upper case @param path without a query */
  find(method: string, path: string): RouteMatch<T> | undefined {
    // No parameter is empty.
    if (path.includes('//')) return undefined;
    const wanted = (method === 'HEAD' ? 'GET' : method) as HTTPMethod;
    const found = this.router.find(wanted, keepEscapes(path));
    if (!found) return undefined;
    return { value: found.store as T, parameters: found.params as Record<string, string> };
  }

  /** The methods, in upper case, that something is found for at a path. */
  listMethods(path: string): string[] {
    const found = METHODS.filter((method) => this.find(method, path) !== undefined);
    return found.includes('GET') ? ['HEAD', ...found] : found;
  }
}

/** Values are found, nothing is called. */
function noHandler(): void {
  return undefined;
}

/**
 * The router decodes literals as well, which Express does not: `/%761/orders` would pass by the middleware below `/v1`, and
 * be found all the same.
 */
function keepEscapes(path: string): string {
  return path.replaceAll('%', '%25');
}
