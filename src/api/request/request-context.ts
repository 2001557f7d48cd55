import type { Request } from 'express';
import {
  type ActorContext,
  type Actor,
  type ClientConnection,
  type ReauthorizeCaller,
  systemActor,
} from '../../core/actor-context';
import type { Span } from '../../core/span-recorder';
import type { TraceParent } from '../../core/trace-parent';
import type { Principal } from './principal';

/** The service's information about the request that it is handling. */
export class RequestContext implements ActorContext {
  /** Scheme and host that it was sent to, for example `https://shop.example:8443`. */
  origin?: string;
  /** The caller; set once the credentials are checked. */
  principal?: Principal;
  /** Id of the operation; set once the route is known. */
  operationId?: string;
  /** Whether a handler has been found for the request. */
  isRouted?: boolean;
  /** Whether the work for the request stops when its client disconnects: only for GET. */
  isAbortable?: boolean;
  reauthorizeCaller?: ReauthorizeCaller;
  /** The span of the request, if spans are recorded. */
  span?: Span;

  constructor(
    readonly requestId: string,
    readonly connection: ClientConnection,
    public trace?: TraceParent,
  ) {}

  /** The actor of all changes that the request causes. */
  get actor(): Actor {
    return this.principal?.actor ?? systemActor;
  }
}

const contextByRequest = new WeakMap<Request, RequestContext>();

/** Creates the context of a request; called once, by the first middleware. */
export function createRequestContext(
  request: Request,
  requestId: string,
  trace?: TraceParent,
): RequestContext {
  const context = new RequestContext(requestId, request.socket, trace);
  contextByRequest.set(request, context);
  return context;
}

/** Shares the context of a request with a derived request. */
export function shareRequestContext(derived: Request, request: Request): void {
  contextByRequest.set(derived, getRequestContext(request));
}

/** The context of a request. */
export function getRequestContext(request: Request): RequestContext {
  const context = contextByRequest.get(request);
  if (!context)
    throw new Error('The request has no context: the request-id middleware has not run');
  return context;
}
