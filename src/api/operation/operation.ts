import type { Request } from 'express';
import type { ErrorKind } from '../../core/errors';
import type { ScopeArea, Scope } from '../../core/scopes';
import type { AnyResponseSpec } from '../response/response-spec';
import type { OpenApiTag } from '../openapi/openapi-tag';
import type { DtoClass } from '../validation/dto';

/**
 * Cost class of an operation, the specification's "request type": FREE, LIGHT or HEAVY. It sets the points that a
 * request takes from the rate limit.
 */
export type RequestCost = 'FREE' | 'LIGHT' | 'HEAVY';

/**
 * Effect of an Idempotency-Key on a POST. Absent: the response is stored in the transaction of the work.
 * `storedAfterWork`: the response is stored after the work, which is not in the database alone. `ignored`: no effect.
 */
export type IdempotencyMode = 'storedAfterWork' | 'ignored';

/** How an operation takes its body. */
export interface BodyDeclaration {
  /** Name of the object (or array) that contains the fields. */
  readonly root: string;
  /** The root contains an array of such objects. */
  readonly list?: { readonly of: DtoClass; readonly minItems?: number; readonly maxItems: number };
  /** The fields may also come without the root. */
  readonly allowsUnwrapped?: boolean;
  /** The root, or the whole body, may be absent. */
  readonly optional?: boolean;
  /** The fields may also come as a multipart form, named by their paths (`params.largeImage.width`). */
  readonly formAlternative?: { readonly file: string; readonly description: string };
  /** Maximum size in bytes, if 1 MiB is too little; only a few such bodies are read at a time. */
  readonly maxBytes?: number;
}

/** The files of a multipart form. */
export interface FormFiles {
  /** Name of the form's parts with files. */
  readonly name: string;
  /** Maximum number of files; the minimum is 1. */
  readonly maxCount: number;
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number;
  readonly description: string;
}

/** How an operation takes a multipart form: fields of text, declared by a class, and files. */
export interface FormDeclaration {
  readonly dto: DtoClass;
  readonly files: FormFiles;
}

/** The part of the checked request that a parameter of a handler takes. */
export interface HandlerParameter {
  readonly index: number;
  readonly requestPart: 'path' | 'query' | 'body' | 'rawBody' | 'stream' | 'form' | 'plan';
  readonly body?: BodyDeclaration;
  readonly form?: FormDeclaration;
}

/** A part of the request that Nest has decorators for. */
export type NestRequestPart = 'path' | 'query' | 'body';

/** The state that `If-Match` refers to if no GET operation answers with it. */
export interface IfMatchState {
  readonly responseSpec: AnyResponseSpec;
  /** Reads the record that the path names; throws NotFound. */
  readonly read: (controller: never, path: never) => unknown;
}

/** A path parameter with values that belong to another area. Then the scope of that area is needed, too. */
export interface PathParameterAreas {
  readonly parameter: string;
  /** The areas of such values. */
  readonly areas: Readonly<Record<string, ScopeArea>>;
}

/** The requirement of a call: a scope, any valid credentials, or nothing. */
export type OperationScope = Scope | 'any' | 'public';

/** Declaration of an operation. */
export interface OperationDeclaration {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly status: number;
  readonly cost: RequestCost;
  /**
   * `public` needs no credentials, `any` needs any valid ones. Absent: the area's `:read` for GET, otherwise its
   * `:write`.
   */
  readonly scope?: OperationScope;
  readonly responseSpec: AnyResponseSpec;
  /** Errors in addition to those that every operation can answer. */
  readonly errors: readonly ErrorKind[];
  /** Whether the specification doesn't know this operation. */
  readonly isExtension?: true;
  /** A streamed body: the handler reads it itself. */
  readonly bodyStream?: {
    readonly mediaType: string;
    readonly description: string;
    readonly example: string;
    /** Name of the schema of each line. */
    readonly lineSchemaName: string;
  };
  /** Id of the GET operation whose ETag If-Match refers to, if it has another path. */
  readonly ifMatchOperation?: string;
  /** The state that If-Match refers to, if no GET operation answers with it. */
  readonly ifMatchState?: IfMatchState;
  /** Whether the specification lists the query parameter `fields` here; elsewhere it is an extension. */
  readonly isFieldsParameterInSpecification?: true;
  /** Example values of path parameters in the OpenAPI document, by their names. */
  readonly pathExamples?: Readonly<Record<string, unknown>>;
  /** Kind of journal entries of the record that it reads. The OpenAPI document links to the record's changes. */
  readonly openApiJournalLinkKind?: string;
  /** Whether it changes many records, so that no ETag describes them. */
  readonly changesManyRecords?: true;
  /** Whether the handler opens its unit of work itself, after slow work. */
  readonly opensUnitOfWork?: true;
  /** Whether it takes something away for good; deletions always do. Swagger UI asks before it sends such a request. */
  readonly destructive?: true;
  /** Question of Swagger UI before a body with this flag is sent. */
  readonly confirmation?: { readonly field: string; readonly text: string };
  /** Example of the value of the body's root, if the example of its class does not fit. */
  readonly bodyExample?: object;
}

/** An operation of the running service: its declaration and the metadata of its handler. */
export interface Operation extends Omit<
  OperationDeclaration,
  'scope' | 'ifMatchState' | 'isExtension'
> {
  /** Whether the specification doesn't know this operation. */
  readonly isExtension: boolean;
  /** Name of the handler, unique over the service. */
  readonly id: string;
  /** The whole path in Express notation, for example `/v1/customTagGroups/:id`. */
  readonly route: string;
  readonly area: ScopeArea;
  readonly openApiTag: OpenApiTag;
  readonly idempotencyMode?: IdempotencyMode;
  readonly scope: OperationScope;
  readonly areaInPath?: PathParameterAreas;
  readonly pathDto?: DtoClass;
  readonly queryDto?: DtoClass;
  readonly body?: BodyDeclaration & { readonly dto: DtoClass };
  readonly form?: FormDeclaration;
  readonly parameters: readonly HandlerParameter[];
  readonly ifMatchState?: {
    readonly responseSpec: AnyResponseSpec;
    /** Reads it by the checked path. */
    readonly read: (path: unknown) => unknown;
  };
  /** Parts of the request that the handler takes through Nest's own decorators; the operation does not check them. */
  readonly nestDecoratedParts: ReadonlySet<NestRequestPart>;
  /** Calls the handler with the parameters of a checked request, without guards and interceptors. */
  readonly invokeHandler: (request: Request) => Promise<unknown>;
}

/** Whether an operation changes one existing record: then it accepts If-Match. */
export function acceptsIfMatch({
  method,
  changesManyRecords,
}: Pick<Operation, 'method' | 'changesManyRecords'>): boolean {
  return (method === 'put' || method === 'delete') && changesManyRecords !== true;
}

/** Whether an operation takes something away for good. */
export function isDestructive({
  method,
  destructive,
}: Pick<Operation, 'method' | 'destructive'>): boolean {
  return method === 'delete' || destructive === true;
}

export type OperationHandler<T> = (...parameters: never[]) => Promise<T> | T;
