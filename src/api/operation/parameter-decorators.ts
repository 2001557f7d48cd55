import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RequestPartPlaceholder } from '../pipeline/checked-request';
import { getRequestContext } from '../request/request-context';
import type { Principal } from '../request/principal';
import { isNdjsonResponse, sendProgress } from '../response/ndjson-response';
import type { DtoClass } from '../validation/dto';
import type { BodyDeclaration, FormDeclaration, FormFiles, HandlerParameter } from './operation';

const declaredParameters = new WeakMap<object, Map<string, HandlerParameter[]>>();

const RequestPartParam = createParamDecorator(
  (part: HandlerParameter['requestPart'], context: ExecutionContext) =>
    new RequestPartPlaceholder(context.switchToHttp().getRequest<Request>(), part),
);

/** The caller; undefined in public operations without credentials. */
export const Caller = createParamDecorator(
  (_: undefined, context: ExecutionContext): Principal | undefined =>
    getRequestContext(context.switchToHttp().getRequest<Request>()).principal,
);

/** The address of the client; with TRUST_PROXY, the one that the proxies forward. */
export const ClientAddress = createParamDecorator(
  (_: undefined, context: ExecutionContext): string =>
    context.switchToHttp().getRequest<Request>().ip ?? '',
);

/** Reports the progress of work to its client. */
export type ProgressReporter = (progress: object) => void;

/** A `ProgressReporter`; undefined for clients who don't prefer lines to JSON. The response declares its `progress`. */
export const Progress = createParamDecorator(
  (_: undefined, context: ExecutionContext): ProgressReporter | undefined => {
    const response = context.switchToHttp().getResponse<Response>();
    if (!isNdjsonResponse(response)) return undefined;
    return (progress) => {
      sendProgress(response, progress);
    };
  },
);

/** The checked path parameters, which the parameter's class declares. */
export function PathParams(): ParameterDecorator {
  return declareParameter('path');
}

/** The checked query parameters, which the parameter's class declares. */
export function QueryParams(): ParameterDecorator {
  return declareParameter('query');
}

/** The checked value of the body's root; the parameter's class declares its fields. */
export function RequestBody(
  root: string,
  options: Omit<BodyDeclaration, 'root'> = {},
): ParameterDecorator {
  return declareParameter('body', { body: { root, ...options } });
}

/** The value of the body's root as it was sent: without defaults; dates and decimals are still JSON. */
export function RawBody(): ParameterDecorator {
  return declareParameter('rawBody');
}

/** The decompressed bytes of a streamed body: an `AsyncIterable<Buffer>` (the declaration's `bodyStream`). */
export function BodyStream(): ParameterDecorator {
  return declareParameter('stream');
}

/**
 * A multipart form that the handler receives: an `IncomingForm` with the class of its fields.
 * @param dto class that declares the text fields
 */
export function MultipartForm(dto: DtoClass, files: FormFiles): ParameterDecorator {
  return declareParameter('form', { form: { dto, files } });
}

/**
 * The load plan of the response: what the record needs, without the keys that `fields` excludes. A writing handler that
 * takes it runs in a unit of work.
 */
export function ResponseLoadPlan(): ParameterDecorator {
  return declareParameter('plan');
}

/** The declared parameters of a handler. */
export function getHandlerParameters(
  prototype: object,
  handlerName: string,
): readonly HandlerParameter[] {
  return declaredParameters.get(prototype)?.get(handlerName) ?? [];
}

function declareParameter(
  requestPart: HandlerParameter['requestPart'],
  declaration: { body?: BodyDeclaration; form?: FormDeclaration } = {},
): ParameterDecorator {
  return (prototype, handler, index) => {
    const parametersByHandler =
      declaredParameters.get(prototype) ?? new Map<string, HandlerParameter[]>();
    const known = parametersByHandler.get(String(handler)) ?? [];
    parametersByHandler.set(String(handler), [...known, { index, requestPart, ...declaration }]);
    declaredParameters.set(prototype, parametersByHandler);
    RequestPartParam(requestPart)(prototype, handler, index);
  };
}
