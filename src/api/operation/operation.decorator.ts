import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import type { ErrorKind } from '../../core/errors';
import { NotFound } from '../../core/errors';
import type { ScopeArea } from '../../core/scopes';
import { type AnyResponseSpec, type ResponseSpec, recordResponse } from '../response/response-spec';
import type { OpenApiTag } from '../openapi/openapi-tag';
import { numberField, defineRecord, type RecordDefinition } from '../records/record';
import { getNestStatus } from './nest-metadata';
import type {
  PathParameterAreas,
  OperationHandler,
  IdempotencyMode,
  Operation as RegisteredOperation,
  OperationDeclaration,
  IfMatchState,
} from './operation';

const operationDeclarations = new WeakMap<object, OperationDeclaration>();
const controllerDeclarations = new WeakMap<object, ControllerDeclaration>();
const publicControllers = new WeakSet<object>();

/** Declaration of a controller of the API. */
interface ControllerDeclaration {
  /** Path below `/v1`. */
  readonly path: string;
  /** The area whose scopes its operations need. */
  readonly area: ScopeArea;
  /** Heading of its operations in the OpenAPI document. */
  readonly openApiTag: OpenApiTag;
  /** Whether the specification knows none of its operations. */
  readonly isExtension?: true;
  /** Whether its operations accept an Idempotency-Key. */
  readonly idempotencyMode?: IdempotencyMode;
  /** A path parameter whose values need the scope of another area as well. */
  readonly areaInPath?: PathParameterAreas;
  /** Example values of path parameters, if those of the parameters themselves don't fit. */
  readonly pathExamples?: RegisteredOperation['pathExamples'];
}

/** Options of the decorators for operations. */
interface OperationOptions<T>
  extends
    Pick<OperationDeclaration, 'summary'>,
    Partial<Omit<OperationDeclaration, 'method' | 'path' | 'summary' | 'responseSpec'>> {
  /** The record or envelope of the response. */
  readonly returns: ResponseSpec<T> | RecordDefinition<T, object>;
  readonly status?: 200 | 201;
}

type HandlerDecorator<T> = <H extends OperationHandler<T>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/** A controller of the API: its operations live under `/v1/<path>` and need credentials. */
export function ApiController(
  path: string,
  declaration: Omit<ControllerDeclaration, 'path'>,
): ClassDecorator {
  return (controller) => {
    controllerDeclarations.set(controller, { path, ...declaration });
    Controller(`v1/${path}`)(controller);
  };
}

/** A controller outside the API, open to everybody: health and the like. */
export function PublicController(path: string): ClassDecorator {
  return (controller) => {
    publicControllers.add(controller);
    Controller(path)(controller);
  };
}

/** Lists records, page by page: GET, 200, HEAVY. */
export function List<T>(path: string, options: OperationOptions<T>): HandlerDecorator<T> {
  return Operation('get', path, { cost: 'HEAVY', ...options });
}

/** Reads one record: GET, 200, LIGHT. */
export function Read<T>(path: string, options: OperationOptions<T>): HandlerDecorator<T> {
  return Operation('get', path, withNotFound(options));
}

/** Creates a record: POST, 201, LIGHT. */
export function Create<T>(path: string, options: OperationOptions<T>): HandlerDecorator<T> {
  return Operation('post', path, { status: 201, ...options });
}

/** Changes a record: PUT, 200, LIGHT. */
export function Update<T>(path: string, options: OperationOptions<T>): HandlerDecorator<T> {
  return Operation('put', path, withNotFound(options));
}

/** Deletes a record: DELETE, 200, LIGHT; answers `{ID}` unless `returns` is set. */
export function Remove<T = { id: number }>(
  path: string,
  options: Omit<OperationOptions<T>, 'returns'> & {
    returns?: ResponseSpec<T> | RecordDefinition<T, object>;
  },
): HandlerDecorator<T> {
  const returns = options.returns ?? (idRecord as unknown as RecordDefinition<T, object>);
  return Operation('delete', path, withNotFound({ ...options, returns }));
}

/** Finds the internal identifier for a public one: GET, 200, FREE, `{ID}` (Common conventions, 5). */
export function GetId(
  path: string,
  options: Omit<OperationOptions<{ id: number }>, 'returns'>,
): HandlerDecorator<{ id: number }> {
  return Operation('get', path, {
    cost: 'FREE',
    ...withNotFound(options),
    returns: recordResponse(idRecord),
  });
}

/** Declares an operation; the decorators above are shorthands for it. */
export function Operation<T>(
  method: OperationDeclaration['method'],
  path: string,
  options: OperationOptions<T>,
): HandlerDecorator<T> {
  const { returns, status = 200, cost = 'LIGHT', errors = [], ...rest } = options;
  const responseSpec = ('schema' in returns ? returns : recordResponse(returns)) as AnyResponseSpec;
  const declaration = { ...rest, method, path, status, cost, errors, responseSpec };
  const routeDecorator = { get: Get, post: Post, put: Put, delete: Delete }[method];
  return (target, name, descriptor) => {
    if (!descriptor.value) return;
    operationDeclarations.set(descriptor.value, declaration);
    routeDecorator(path)(target, name, descriptor);
    // An @HttpCode below this decorator has been applied already: don't overwrite it, so that it can be refused.
    if (getNestStatus(descriptor.value) === undefined) HttpCode(status)(target, name, descriptor);
  };
}

/**
 * Declares the state that `If-Match` of an operation refers to, if no GET operation answers with it.
 * @param returns record that the ETag is calculated from
 * @param read reads the record by the path; throws NotFound
 */
export function defineIfMatchState<T, C, P>(
  returns: RecordDefinition<T, object>,
  read: (controller: C, path: P) => Promise<T>,
): IfMatchState {
  return { responseSpec: recordResponse(returns), read };
}

/** `{ID}`: the answer of deletions and of look-ups of identifiers. */
export const idRecord = defineRecord<{ id: number }>()('RecordId', { ID: numberField('id') });

/** `{id}`: the answer of a few deletions. */
export const lowerCaseIdRecord = defineRecord<{ id: number }>()('LowerCaseRecordId', {
  id: numberField('id'),
});

/** `{ITEMS}`: how many records a list holds. */
export const countRecord = defineRecord<{ items: number }>()('Count', {
  ITEMS: numberField('items'),
});

/** The declaration of a handler; undefined if it isn't an operation. */
export function findOperationDeclaration(handler: object): OperationDeclaration | undefined {
  return operationDeclarations.get(handler);
}

/** The declaration of a controller of the API; undefined if it has none. */
export function findControllerDeclaration(controller: object): ControllerDeclaration | undefined {
  return controllerDeclarations.get(controller);
}

/** Whether a controller is declared as public. */
export function isPublicController(controller: object): boolean {
  return publicControllers.has(controller);
}

function withNotFound<O extends { errors?: readonly ErrorKind[] }>(options: O): O {
  return { ...options, errors: [NotFound, ...(options.errors ?? [])] };
}
