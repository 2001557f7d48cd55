import type { DiscoveryService } from '@nestjs/core';

/*
 * The API's runner calls the handlers of operations, not Nest, so some of Nest's decorators would do nothing there:
 * they end the start, with the way to do it here. Guards and filters run as everywhere.
 */

/** A controller or provider, as Nest knows it. */
type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** A decorator that would do nothing. */
interface Refusal {
  /** Nest's own mark of what it decorates. */
  readonly mark: string;
  readonly decorator: string;
  readonly instead: string;
}

const instead = {
  interceptor: 'do it in the service, or for all operations in ResponseInterceptor',
  pipe: "declare it at the member of the DTO, by a field of 'api'",
  parameter: "take parameters by Path, Query, Body, Caller and the like of 'api'",
  answer: 'declare the answer by `returns` of the operation',
  status: 'declare it by `status` of the operation',
  scope: "take what is of the request by Caller and the like of 'api'",
} as const;

const onHandlersAndControllers: readonly Refusal[] = [
  { mark: '__interceptors__', decorator: '@UseInterceptors', instead: instead.interceptor },
  { mark: '__pipes__', decorator: '@UsePipes', instead: instead.pipe },
];

const onHandlers: readonly Refusal[] = [
  { mark: '__redirect__', decorator: '@Redirect', instead: instead.answer },
  { mark: '__renderTemplate__', decorator: '@Render', instead: instead.answer },
  { mark: '__sse__', decorator: '@Sse', instead: instead.answer },
];

const PARAMETERS_MARK = '__routeArguments__';
const STATUS_MARK = '__httpCode__';
const HEADERS_MARK = '__headers__';

/** Headers that belong to an answer's body. */
const OF_THE_BODY = /^(content-type|content-length|etag)$/i;

/** The status that @HttpCode gives a handler; undefined without. */
export function statusByNest(handler: object): number | undefined {
  return Reflect.getMetadata(STATUS_MARK, handler) as number | undefined;
}

/**
 * @param status that the operation declares
 * @throws Error when the handler, or its controller, has a decorator that would do nothing
 */
export function refuseUnusedDecorators(
  controller: Wrapper,
  name: string,
  handler: object,
  status: number,
): void {
  const found = unusedDecorator(controller.metatype ?? Object, name, handler, status);
  const unused = controller.isDependencyTreeStatic()
    ? found
    : { decorator: 'the scope REQUEST', instead: instead.scope };
  if (!unused) return;
  const place = `${String(controller.name)}.${name}`;
  throw new Error(`${place}: ${unused.decorator} does nothing here; ${unused.instead}`);
}

/**
 * @param provider of another module than the API's
 * @throws Error when it is a global interceptor or pipe, which no operation would pass
 */
export function refuseGlobal({ subtype, name, host }: Wrapper): void {
  if (subtype !== 'interceptor' && subtype !== 'pipe') return;
  const what = `${String(name)} of ${host?.name}`;
  throw new Error(`${what}: a global ${subtype} does nothing here; ${instead[subtype]}`);
}

function unusedDecorator(
  controller: object,
  name: string,
  handler: object,
  status: number,
): Omit<Refusal, 'mark'> | undefined {
  const marked = [
    ...onHandlersAndControllers.filter(({ mark }) => Reflect.hasMetadata(mark, controller)),
    ...[...onHandlersAndControllers, ...onHandlers].filter(({ mark }) =>
      Reflect.hasMetadata(mark, handler),
    ),
  ];
  if (marked[0]) return marked[0];
  if (Reflect.hasMetadata(PARAMETERS_MARK, controller, name)) {
    return { decorator: "a parameter's decorator of Nest", instead: instead.parameter };
  }
  if (statusByNest(handler) !== status) {
    return { decorator: '@HttpCode', instead: instead.status };
  }
  const headers = (Reflect.getMetadata(HEADERS_MARK, handler) ?? []) as { name: string }[];
  const ofTheBody = headers.find((header) => OF_THE_BODY.test(header.name));
  return ofTheBody && { decorator: `@Header('${ofTheBody.name}')`, instead: instead.answer };
}
