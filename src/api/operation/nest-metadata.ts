import type { Request } from 'express';
import type { NestPart } from './operation';

/* What Nest's decorators leave on handlers: it exports no names for these keys. */

const ROUTE = 'path';
const STATUS = '__httpCode__';

/** Where Nest keeps the parameters of a handler, each under its kind and index: `4:0`. */
export const PARAMETERS_METADATA = '__routeArguments__';

/** Nest's kinds of parameters. */
const [REQUEST, BODY, QUERY, PATH, HEADERS] = [0, 3, 4, 5, 6] as const;

const partByKind: ReadonlyMap<number, NestPart> = new Map([
  [BODY, 'body'],
  [QUERY, 'query'],
  [PATH, 'path'],
]);

/** Whether a method handles a route. */
export function isHandler(method: object | undefined): method is object {
  return method !== undefined && Reflect.hasMetadata(ROUTE, method);
}

/** The status that @HttpCode gives a handler; undefined without. */
export function getNestStatus(handler: object): number | undefined {
  return Reflect.getMetadata(STATUS, handler) as number | undefined;
}

/** The parts of a request that a handler takes by `@Body()`, `@Query()` and `@Param()` of Nest. */
export function getNestParts(controller: object, handler: string): ReadonlySet<NestPart> {
  const metadata = (Reflect.getMetadata(PARAMETERS_METADATA, controller, handler) ?? {}) as object;
  const found = Object.keys(metadata).map((key) => partByKind.get(Number(key.split(':')[0])));
  return new Set(found.filter((part) => part !== undefined));
}

/**
 * The value of a parameter that a handler takes by Nest's own decorator, of a request without a body.
 * @param kind Nest's number of the decorator
 * @param name what the decorator was given: the name of a member
 */
export function getNestParameter(kind: number, name: unknown, [request]: [Request]): unknown {
  const members = {
    [REQUEST]: request,
    [QUERY]: request.query,
    [PATH]: request.params,
    [HEADERS]: request.headers,
  }[kind] as Readonly<Record<string, unknown>> | undefined;
  return typeof name === 'string' ? members?.[name] : members;
}
