import { Injectable } from '@nestjs/common';
import { DiscoveryService, ExternalContextCreator, MetadataScanner } from '@nestjs/core';
import { type Area, isReadOnlyArea, type Scope } from '../../core/scopes';
import type { DtoClass } from '../validation/dto';
import { collectTags } from '../openapi/openapi-tag';
import { RouteTree } from '../request/route-tree';
import { findController, findDeclaration, isPublicController } from './operation.decorator';
import {
  isHandler,
  getNestParameter,
  PARAMETERS_METADATA,
  getNestParts,
  getNestStatus,
} from './nest-metadata';
import { acceptsIfMatch, type Operation } from './operation';
import { getHandlerParameters } from './parameters';

/** Every path of the API begins with it. */
export const API_PREFIX = '/v1';

/**
 * All operations of the running service, found by reflection over its controllers.
 * A route without a declaration, and two operations or headings of one name, end the start.
 */
@Injectable()
export class OperationRegistry {
  private readonly byHandler = new Map<object, Operation>();
  private readonly byRoute = new RouteTree<Operation>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly contextCreator: ExternalContextCreator,
  ) {}

  /** Reads the controllers; called once, when all modules are there. */
  collect(): void {
    for (const wrapper of this.discovery.getControllers()) this.collectFrom(wrapper);
    const ids = this.list().map(({ id }) => id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) throw new Error(`Two operations are called ${twice}`);
    collectTags(this.list());
    for (const operation of this.list().filter(acceptsIfMatch)) {
      if (operation.state || this.findIfMatchOperation(operation)) continue;
      throw new Error(`${operation.id} changes what If-Match can't speak of: give it a state`);
    }
  }

  list(): readonly Operation[] {
    return [...this.byHandler.values()];
  }

  /** The operation whose handler this is; undefined for routes outside the API. */
  findByHandler(handler: object): Operation | undefined {
    return this.byHandler.get(handler);
  }

  /** The operation that answers a method, in upper case, at a path. */
  findByRoute(method: string, path: string): Operation | undefined {
    return this.byRoute.find(method, path)?.value;
  }

  /** The methods, in upper case, that a path has operations for. */
  listMethods(path: string): string[] {
    return this.byRoute.listMethods(path);
  }

  /**
   * The GET operation whose answer `If-Match` of a changing operation speaks of: the one with its path, or the
   * one that it names; undefined where it reads the state by itself.
   */
  findIfMatchOperation({ route, ifMatchOperation }: Operation): Operation | undefined {
    return this.list().find((one) =>
      ifMatchOperation === undefined
        ? one.method === 'get' && one.route === route
        : one.id === ifMatchOperation,
    );
  }

  private collectFrom(wrapper: ReturnType<DiscoveryService['getControllers']>[number]): void {
    const controller = wrapper.instance as object | null;
    if (!controller || isPublicController(controller.constructor)) return;
    const prototype = Object.getPrototypeOf(controller) as Record<string, object>;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const handler = prototype[name];
      if (!isHandler(handler)) continue;
      const call = this.createCall(controller, name, handler);
      const operation = createOperation(controller, name, handler, call);
      this.byHandler.set(handler, operation);
      this.byRoute.add(operation.method.toUpperCase(), operation.route, operation);
    }
  }

  /** The handler as Nest calls it, with its parameters and their pipes. */
  private createCall(controller: object, name: string, handler: object): Operation['call'] {
    let call: Operation['call'] | undefined;
    return (request) => {
      call ??= this.contextCreator.create(
        controller,
        handler as (...parameters: unknown[]) => unknown,
        name,
        PARAMETERS_METADATA,
        { exchangeKeyForValue: getNestParameter },
        undefined,
        undefined,
        { guards: false, interceptors: false, filters: false },
      );
      return call(request);
    };
  }
}

/** The scope that a call needs of an area: to read it, or to change it. */
export function requiredScope(area: Area, { method }: Pick<Operation, 'method'>): Scope {
  if (method === 'get') return `${area}:read`;
  if (isReadOnlyArea(area)) throw new Error(`Nothing in the area ${area} can be changed`);
  return `${area}:write`;
}

function createOperation(
  controller: object,
  name: string,
  handler: object,
  call: Operation['call'],
): Operation {
  const prototype = Object.getPrototypeOf(controller) as object;
  const place = findController(controller.constructor);
  const declaration = findDeclaration(handler);
  if (!place || !declaration) {
    throw new Error(`${controller.constructor.name}.${name} handles a route without declaring it`);
  }
  const types = Reflect.getMetadata('design:paramtypes', prototype, name) as DtoClass[];
  const parameters = getHandlerParameters(prototype, name);
  const typeOf = (part: string): DtoClass | undefined =>
    types[parameters.find((one) => one.part === part)?.index ?? -1];
  const body = parameters.find((one) => one.body)?.body;
  const form = parameters.find((one) => one.form)?.form;
  const bodyDto = body?.list?.of ?? typeOf('body');
  const pathDto = typeOf('path');
  const queryDto = typeOf('query');
  const { path, area, ...rest } = place;
  const { state, ...declared } = declaration;
  return {
    ...declared,
    ...rest,
    status: getNestStatus(handler) ?? declaration.status,
    examples: { ...place.examples, ...declaration.examples },
    id: name,
    area,
    route: [API_PREFIX, path, declaration.path].filter(Boolean).join('/'),
    scope: declaration.scope ?? requiredScope(area, declaration),
    ...(pathDto ? { pathDto } : {}),
    ...(queryDto ? { queryDto } : {}),
    ...(body && bodyDto ? { body: { ...body, dto: bodyDto } } : {}),
    ...(form ? { form } : {}),
    parameters,
    ...(state
      ? {
          state: {
            answer: state.answer,
            read: (path) => state.read(controller as never, path as never),
          },
        }
      : {}),
    nestParts: getNestParts(controller.constructor, name),
    call,
  };
}
