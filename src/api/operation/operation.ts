import type { Request } from 'express';
import type { ErrorKind } from '../../core/errors';
import type { Area, Scope } from '../../core/scopes';
import type { AnyResponseSpec } from '../response/response-spec';
import type { OpenApiTag } from '../openapi/openapi-tag';
import type { DtoClass } from '../validation/dto';

/** Request type of the specification: what a call costs its caller's budget. */
export type RequestCost = 'FREE' | 'LIGHT' | 'HEAVY';

/**
 * What an Idempotency-Key does at a POST. Absent: the answer is kept in the transaction of the work;
 * `besideTheWork`: after it, as the work is not in the database alone; `ignored`: nothing.
 */
export type IdempotencyMode = 'besideTheWork' | 'ignored';

/** How an operation takes its body. */
export interface BodyDeclaration {
  /** Name of the object (or array) that the fields stand in. */
  readonly root: string;
  /** The root holds an array of such objects. */
  readonly list?: { readonly of: DtoClass; readonly least?: number; readonly most: number };
  /** The fields may also stand bare, without the root. */
  readonly bare?: boolean;
  /** The root, or the body altogether, may be absent. */
  readonly optional?: boolean;
  /** The fields may also come as a multipart form, named by their paths (`params.largeImage.width`). */
  readonly form?: { readonly file: string; readonly description: string };
  /** Bytes that it may have, where the 1 MiB of all others is too little: then few are read at a time. */
  readonly limit?: number;
}

/** The files of a multipart form. */
export interface FormFiles {
  /** Name of the parts that they come in. */
  readonly name: string;
  /** How many at most; at least one is needed. */
  readonly most: number;
  /** Bytes of one of them at most. */
  readonly size: number;
  readonly description: string;
}

/** How an operation takes a multipart form: fields of text, declared by a class, and files. */
export interface FormDeclaration {
  readonly dto: DtoClass;
  readonly files: FormFiles;
}

/** Which part of the checked request one of a handler's parameters takes. */
export interface HandlerParameter {
  readonly index: number;
  readonly part: 'path' | 'query' | 'body' | 'given' | 'stream' | 'form' | 'plan';
  readonly body?: BodyDeclaration;
  readonly form?: FormDeclaration;
}

/** A part of the request that Nest has decorators for. */
export type NestPart = 'path' | 'query' | 'body';

/** What `If-Match` speaks of where no GET operation shows it. */
export interface RecordState {
  readonly answer: AnyResponseSpec;
  /** Reads the record that the path names; throws NotFound. */
  readonly read: (controller: never, path: never) => unknown;
}

/** A parameter of the path whose value may belong to another area: then that one's scope is needed, too. */
export interface AreaInPath {
  readonly parameter: string;
  /** The values that do, and whose they are. */
  readonly areas: Readonly<Record<string, Area>>;
}

/** What a call needs: a right, the credentials of anybody, or nothing. */
export type OperationScope = Scope | 'any' | 'public';

/** What stands on a handler. */
export interface OperationDeclaration {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly status: number;
  readonly cost: RequestCost;
  /** `public` needs no credentials, `any` those of anybody; absent: the area's `:read` for GET, else its `:write`. */
  readonly scope?: OperationScope;
  readonly answer: AnyResponseSpec;
  readonly errors: readonly ErrorKind[];
  /** An addition to the specification. */
  readonly extension: boolean;
  /** A body that is streamed: the handler reads it itself. */
  readonly stream?: {
    readonly mediaType: string;
    readonly description: string;
    readonly example: string;
    /** Name of the schema of each of its lines, which the document is given. */
    readonly each: string;
  };
  /** Id of the GET operation whose answer If-Match speaks of, where it has another path. */
  readonly ifMatchOperation?: string;
  /** What If-Match speaks of, where no GET operation answers with it. */
  readonly state?: RecordState;
  /** The specification lists the query parameter `fields` here; elsewhere it is an addition. */
  readonly listsFields?: true;
  /** Example values of path parameters in the OpenAPI document, by their names. */
  readonly examples?: Readonly<Record<string, unknown>>;
  /** Example of what stands below the body's root, where that of its class does not fit. */
  readonly bodyExample?: object;
}

/** An operation of the running service: its declaration and what was found out about its handler. */
export interface Operation extends Omit<OperationDeclaration, 'scope' | 'state'> {
  /** Name of the handler, unique over the service. */
  readonly id: string;
  /** The whole path in Express notation, for example `/v1/customTagGroups/:id`. */
  readonly route: string;
  readonly area: Area;
  readonly heading: OpenApiTag;
  readonly idempotencyKey?: IdempotencyMode;
  readonly scope: OperationScope;
  readonly areaInPath?: AreaInPath;
  readonly pathDto?: DtoClass;
  readonly queryDto?: DtoClass;
  readonly body?: BodyDeclaration & { readonly dto: DtoClass };
  readonly form?: FormDeclaration;
  readonly parameters: readonly HandlerParameter[];
  readonly state?: {
    readonly answer: AnyResponseSpec;
    /** Reads it by the checked path. */
    readonly read: (path: unknown) => unknown;
  };
  /** Parts of the request that the handler takes by Nest's own decorators: the operation does not check them. */
  readonly nestParts: ReadonlySet<NestPart>;
  /** Calls the handler with the parameters of a checked request, without guards and interceptors. */
  readonly call: (request: Request) => Promise<unknown>;
}

/** Whether an operation changes a record that is there: then it takes If-Match. */
export function acceptsIfMatch({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'put' || method === 'delete';
}

export type OperationHandler<T> = (...parameters: never[]) => Promise<T> | T;
