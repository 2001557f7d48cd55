import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { type FieldError, InvalidRequest } from '../../core/errors';
import type { AnyResponseSpec } from '../response/response-spec';
import type { Operation } from '../operation/operation';
import type { IncomingBody } from '../request/body-reader';
import { type OperationValidatorSet, OperationValidators } from '../request/operation-validators';
import { shareRequestContext } from '../request/request-context';
import { parseQueryValues } from '../request/query-values';
import { hasConstraints } from '../validation/constraint-metadata';
import type { DtoClass } from '../validation/dto';
import { type Validator, MAX_FIELD_ERRORS } from '../validation/validator-compiler';
import { type CheckedRequest, RequestPartPlaceholder } from './checked-request';

/**
 * Checks requests with the compiled schemas of their DTO classes, and passes the checked parts to the handlers'
 * parameters. Parameters with Nest's own decorators are checked one by one, if their type is a DTO class.
 */
@Injectable()
export class OperationValidationPipe implements PipeTransform {
  private readonly checkedRequests = new WeakMap<Request, CheckedRequest>();

  constructor(private readonly validators: OperationValidators) {}

  /** @throws InvalidRequest if a parameter with `@Body()`, `@Query()` or `@Param()` of Nest is invalid */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (value instanceof RequestPartPlaceholder)
      return value.resolve(this.getChecked(value.request));
    const isPart = type === 'body' || type === 'query' || type === 'param';
    if (!isPart || !metatype || !hasConstraints(metatype)) return value;
    return this.checkDto(metatype, type, value);
  }

  /**
   * Checks all parts of a request together, and stores them for the parameters of its handler.
   * @throws InvalidRequest with all faults of path, query and body
   */
  check(operation: Operation, request: Request, incomingBody: IncomingBody): CheckedRequest {
    const checked = checkRequest(
      operation,
      this.validators.forOperation(operation),
      request,
      incomingBody,
    );
    this.checkedRequests.set(request, checked);
    return checked;
  }

  /**
   * Checks the path of a request for another operation, which reads the resource whose state If-Match names. Uses the
   * path parameters that this operation has, and no query.
   * @returns arguments for the handler of the other operation
   */
  createCheckedPathRequest(
    operation: Operation,
    request: Request,
  ): { readonly request: Request; readonly checked: CheckedRequest } {
    const { path } = this.validators.forOperation(operation);
    const pathValues = Object.entries(request.params).filter(([name]) =>
      Object.hasOwn(path.properties, name),
    );
    const pathRequest = Object.create(request, {
      params: { value: Object.fromEntries(pathValues) },
      query: { value: {} },
    }) as Request;
    shareRequestContext(pathRequest, request);
    return { request: pathRequest, checked: this.check(operation, pathRequest, {}) };
  }

  private getChecked(request: Request): CheckedRequest {
    const checked = this.checkedRequests.get(request);
    if (!checked) throw new Error('The request of this parameter has not been checked');
    return checked;
  }

  private checkDto(dto: DtoClass, type: 'body' | 'query' | 'param', value: unknown): unknown {
    const { properties, validate } = this.validators.forDto(dto);
    const fieldErrors: FieldError[] = [];
    const part = type === 'param' ? 'path' : type;
    const parsed =
      part === 'body'
        ? value
        : parseQueryValues(value as Record<string, unknown>, properties, part, fieldErrors);
    fieldErrors.push(...validate(parsed, part === 'body' ? '' : part));
    if (fieldErrors.length > 0) throw new InvalidRequest(fieldErrors.slice(0, MAX_FIELD_ERRORS));
    return parsed;
  }
}

/** @throws InvalidRequest with all faults of path, query and body */
function checkRequest(
  operation: Operation,
  validators: OperationValidatorSet,
  request: Request,
  incomingBody: IncomingBody,
): CheckedRequest {
  const { json, stream, form } = incomingBody;
  const isUnwrapped = isUnwrappedBody(operation, incomingBody);
  const fieldErrors: FieldError[] = [];
  const path = parseQueryValues(request.params, validators.path.properties, 'path', fieldErrors);
  const isStrict = operation.method !== 'get';
  const query = parseQueryValues(request.query, validators.query.properties, 'query', fieldErrors, {
    isStrict,
  });
  fieldErrors.push(
    ...validators.path.validate(path, 'path'),
    ...validators.query.validate(query, 'query'),
  );
  const fields = query['fields'] as string | undefined;
  const responseSpec = operation.responseSpec.selectSpecForQuery?.(query) ?? operation.responseSpec;
  const requestedKeys =
    fields === undefined ? undefined : parseRequestedKeys(fields, responseSpec, fieldErrors);
  // Cloned before the check, which adds defaults and turns texts into instants.
  const rawBody = cloneRawBody(operation, json, isUnwrapped);
  const body = checkBody(operation, validators.body, { json, isUnwrapped }, fieldErrors);
  fieldErrors.push(...(incomingBody.fieldErrors ?? []));
  if (fieldErrors.length > 0) throw new InvalidRequest(fieldErrors.slice(0, MAX_FIELD_ERRORS));
  return {
    path,
    query,
    body,
    errorsUnlessStored: validators.findErrorsUnlessStored?.(body, '') ?? [],
    rawBody,
    stream,
    form,
    responseSpec,
    ...(requestedKeys ? { requestedKeys } : {}),
    ...(operation.body && !isUnwrapped ? { bodyRoot: operation.body.root } : {}),
  };
}

function parseRequestedKeys(
  fields: string,
  { keys = [] }: AnyResponseSpec,
  fieldErrors: FieldError[],
): string[] {
  const byName = new Map(keys.map((key) => [key.toUpperCase(), key]));
  const selected = new Set<string>();
  for (const name of fields.split(',')) {
    const key = byName.get(name.trim().toUpperCase());
    if (key !== undefined) selected.add(key);
    else {
      const detail = `The record has no key ${JSON.stringify(name)}. Its keys are ${keys.join(', ')}.`;
      fieldErrors.push({ pointer: 'query/fields', code: 'fields.unknown', detail });
    }
  }
  return [...selected];
}

function cloneRawBody(
  { body: bodyDeclaration, parameters }: Operation,
  json: unknown,
  isUnwrapped: boolean,
): unknown {
  if (!bodyDeclaration || !parameters.some(({ requestPart }) => requestPart === 'rawBody'))
    return undefined;
  return structuredClone(
    isUnwrapped
      ? json
      : (json as Record<string, unknown> | null | undefined)?.[bodyDeclaration.root],
  );
}

function checkBody(
  { body: bodyDeclaration }: Operation,
  validateBody: Validator | undefined,
  { json, isUnwrapped }: { readonly json: unknown; readonly isUnwrapped: boolean },
  fieldErrors: FieldError[],
): unknown {
  if (!bodyDeclaration || !validateBody) return undefined;
  const empty = bodyDeclaration.list ? [] : {};
  if (json === undefined) {
    if (bodyDeclaration.optional) return empty;
    const detail = `A JSON body with the root ${bodyDeclaration.root} is required.`;
    fieldErrors.push({ pointer: '', code: 'body.missing', detail });
    return undefined;
  }
  const wrapped = isUnwrapped ? { [bodyDeclaration.root]: json } : json;
  const errors = validateBody(wrapped, '');
  // A bare body has no root, so pointers into it have none either.
  fieldErrors.push(
    ...(wrapped === json
      ? errors
      : errors.map((fault) => ({
          ...fault,
          pointer: fault.pointer.slice(bodyDeclaration.root.length + 1),
        }))),
  );
  return (wrapped as Record<string, unknown> | null)?.[bodyDeclaration.root] ?? empty;
}

/** Whether the fields came without the root. */
function isUnwrappedBody(
  { body: bodyDeclaration }: Operation,
  { json, isUnwrapped = false }: IncomingBody,
): boolean {
  return (
    isUnwrapped ||
    (bodyDeclaration?.allowsUnwrapped === true && !isWrapped(json, bodyDeclaration.root))
  );
}

function isWrapped(json: unknown, root: string): boolean {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, root);
}
