import { Injectable } from '@nestjs/common';
import { DiscoveryService, ExternalContextCreator, MetadataScanner } from '@nestjs/core';
import { type ScopeArea, isReadOnlyArea, type Scope } from '../../core/scopes';
import type { DtoClass } from '../validation/dto';
import { collectTags } from '../openapi/openapi-tag';
import { RouteTree } from '../request/route-tree';
import {
  findControllerDeclaration,
  findOperationDeclaration,
  isPublicController,
} from './operation.decorator';
import {
  isHandler,
  getNestParameter,
  ROUTE_ARGS_METADATA,
  getNestDecoratedParts,
  getNestStatus,
} from './nest-metadata';
import { acceptsIfMatch, type Operation } from './operation';
import { getHandlerParameters } from './parameter-decorators';

/** Prefix of every path of the API. */
export const API_PREFIX = '/v1';

/**
 * All operations of the running service, found by reflection over its controllers. The start fails if a route has no
 * declaration, or if two operations or headings have the same name.
 */
@Injectable()
export class OperationRegistry {
  private readonly byHandler = new Map<object, Operation>();
  private readonly byRoute = new RouteTree<Operation>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly externalContextCreator: ExternalContextCreator,
  ) {}

  /**
   * Reads the controllers; called once, after all modules are created.
   * @throws Error if a declaration is missing, incomplete or not unique
   */
  collect(): void {
    for (const wrapper of this.discovery.getControllers()) this.collectFrom(wrapper);
    const ids = this.list().map(({ id }) => id);
    const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
    if (duplicate !== undefined) throw new Error(`Two operations are named ${duplicate}`);
    collectTags(this.list());
    for (const operation of this.list().filter(acceptsIfMatch)) {
      if (operation.ifMatchState || this.findIfMatchOperation(operation)) continue;
      throw new Error(
        `${operation.id} changes a record that no ETag describes: declare its ifMatchState`,
      );
    }
  }

  list(): readonly Operation[] {
    return [...this.byHandler.values()];
  }

  /** The operation of a handler; undefined for routes outside the API. */
  findByHandler(handler: object): Operation | undefined {
    return this.byHandler.get(handler);
  }

  /** The operation for a method, in upper case, and a path; undefined if no operation matches. */
  findByRoute(method: string, path: string): Operation | undefined {
    return this.byRoute.find(method, path)?.value;
  }

  /** The methods, in upper case, of all operations with this path. */
  listMethods(path: string): string[] {
    return this.byRoute.listMethods(path);
  }

  /**
   * Finds the GET operation whose ETag the `If-Match` of a changing operation refers to. It has the same path, or
   * the changing operation names it. Undefined if the operation reads the state itself.
   */
  findIfMatchOperation({ route, ifMatchOperation }: Operation): Operation | undefined {
    return this.list().find((operation) =>
      ifMatchOperation === undefined
        ? operation.method === 'get' && operation.route === route
        : operation.id === ifMatchOperation,
    );
  }

  private collectFrom(wrapper: ReturnType<DiscoveryService['getControllers']>[number]): void {
    const controller = wrapper.instance as object | null;
    if (!controller || isPublicController(controller.constructor)) return;
    const prototype = Object.getPrototypeOf(controller) as Record<string, object>;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const handler = prototype[name];
      if (!isHandler(handler)) continue;
      const invokeHandler = this.createHandlerInvoker(controller, name, handler);
      const operation = createOperation(controller, name, handler, invokeHandler);
      this.byHandler.set(handler, operation);
      this.byRoute.add(operation.method.toUpperCase(), operation.route, operation);
    }
  }

  /** The handler as Nest calls it, with its parameters and their pipes. */
  private createHandlerInvoker(
    controller: object,
    name: string,
    handler: object,
  ): Operation['invokeHandler'] {
    let invokeHandler: Operation['invokeHandler'] | undefined;
    return (request) => {
      invokeHandler ??= this.externalContextCreator.create(
        controller,
        handler as (...parameters: unknown[]) => unknown,
        name,
        ROUTE_ARGS_METADATA,
        { exchangeKeyForValue: getNestParameter },
        undefined,
        undefined,
        { guards: false, interceptors: false, filters: false },
      );
      return invokeHandler(request);
    };
  }
}

/** The scope that an operation needs in an area: to read it, or to change it. */
export function getRequiredScope(area: ScopeArea, { method }: Pick<Operation, 'method'>): Scope {
  if (method === 'get') return `${area}:read`;
  if (isReadOnlyArea(area)) throw new Error(`Nothing in the area ${area} can be changed`);
  return `${area}:write`;
}

function createOperation(
  controller: object,
  name: string,
  handler: object,
  invokeHandler: Operation['invokeHandler'],
): Operation {
  const prototype = Object.getPrototypeOf(controller) as object;
  const controllerDeclaration = findControllerDeclaration(controller.constructor);
  const declaration = findOperationDeclaration(handler);
  if (!controllerDeclaration || !declaration) {
    throw new Error(`${controller.constructor.name}.${name} handles a route without declaring it`);
  }
  const types = Reflect.getMetadata('design:paramtypes', prototype, name) as DtoClass[];
  const parameters = getHandlerParameters(prototype, name);
  const findDtoClass = (part: string): DtoClass | undefined =>
    types[parameters.find((parameter) => parameter.requestPart === part)?.index ?? -1];
  const body = parameters.find((parameter) => parameter.body)?.body;
  const form = parameters.find((parameter) => parameter.form)?.form;
  const bodyDto = body?.list?.of ?? findDtoClass('body');
  const pathDto = findDtoClass('path');
  const queryDto = findDtoClass('query');
  const { path, area, ...rest } = controllerDeclaration;
  const { ifMatchState, ...declared } = declaration;
  return {
    ...declared,
    ...rest,
    isExtension: Boolean(controllerDeclaration.isExtension ?? declaration.isExtension),
    status: getNestStatus(handler) ?? declaration.status,
    pathExamples: { ...controllerDeclaration.pathExamples, ...declaration.pathExamples },
    id: name,
    area,
    route: [API_PREFIX, path, declaration.path].filter(Boolean).join('/'),
    scope: declaration.scope ?? getRequiredScope(area, declaration),
    ...(pathDto ? { pathDto } : {}),
    ...(queryDto ? { queryDto } : {}),
    ...(body && bodyDto ? { body: { ...body, dto: bodyDto } } : {}),
    ...(form ? { form } : {}),
    parameters,
    ...(ifMatchState
      ? {
          ifMatchState: {
            responseSpec: ifMatchState.responseSpec,
            read: (path) => ifMatchState.read(controller as never, path as never),
          },
        }
      : {}),
    nestDecoratedParts: getNestDecoratedParts(controller.constructor, name),
    invokeHandler,
  };
}
