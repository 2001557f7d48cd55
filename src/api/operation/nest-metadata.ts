import type { Request } from 'express';
import type { NestRequestPart } from './operation';

/* Keys of the metadata that Nest's decorators store on handlers; Nest does not export them. */

const PATH_METADATA = 'path';
const HTTP_CODE_METADATA = '__httpCode__';

/** Key of a handler's parameters; each parameter is stored under its kind and index: `4:0`. */
export const ROUTE_ARGS_METADATA = '__routeArguments__';

/** Nest's numbers of the kinds of parameters. */
const [REQUEST, BODY, QUERY, PATH, HEADERS] = [0, 3, 4, 5, 6] as const;

const partByParamType: ReadonlyMap<number, NestRequestPart> = new Map([
  [BODY, 'body'],
  [QUERY, 'query'],
  [PATH, 'path'],
]);

/** Whether a method handles a route. */
export function isHandler(method: object | undefined): method is object {
  return method !== undefined && Reflect.hasMetadata(PATH_METADATA, method);
}

/** The status that @HttpCode sets for a handler; undefined without it. */
export function getNestStatus(handler: object): number | undefined {
  return Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
}

/** The parts of a request that a handler takes through Nest's `@Body()`, `@Query()` and `@Param()`. */
export function getNestDecoratedParts(
  controller: object,
  handlerName: string,
): ReadonlySet<NestRequestPart> {
  const metadata = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName) ??
    {}) as object;
  const parts = Object.keys(metadata).map((key) => partByParamType.get(Number(key.split(':')[0])));
  return new Set(parts.filter((part) => part !== undefined));
}

/**
 * The value of a parameter that a handler takes through a decorator of Nest. It never reads the body.
 * @param paramType Nest's number of the decorator
 * @param name argument of the decorator: the name of a member; the whole part without it
 */
export function getNestParameter(paramType: number, name: unknown, [request]: [Request]): unknown {
  const members = {
    [REQUEST]: request,
    [QUERY]: request.query,
    [PATH]: request.params,
    [HEADERS]: request.headers,
  }[paramType] as Readonly<Record<string, unknown>> | undefined;
  return typeof name === 'string' ? members?.[name] : members;
}
