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

/** What the service knows of the request that it is answering. */
export class RequestContext implements ActorContext {
  /** Scheme and host that it was sent to, for example `https://shop.example:8443`. */
  origin?: string;
  /** Who is calling, once the credentials were looked at. */
  principal?: Principal;
  /** Id of the operation, once the route is known. */
  operation?: string;
  isAbortable?: boolean;
  reauthorizeCaller?: ReauthorizeCaller;
  /** What is recorded of it, where spans are wanted. */
  span?: Span;

  constructor(
    readonly requestId: string,
    readonly connection: ClientConnection,
    public trace?: TraceParent,
  ) {}

  /** On whose account everything is done that the request sets off. */
  get actor(): Actor {
    return this.principal?.who ?? systemActor;
  }
}

const contextByRequest = new WeakMap<Request, RequestContext>();

/** Gives a request its context; done once, by the first middleware. */
export function createRequestContext(
  request: Request,
  requestId: string,
  trace?: TraceParent,
): RequestContext {
  const context = new RequestContext(requestId, request.socket, trace);
  contextByRequest.set(request, context);
  return context;
}

/** Gives a part of a request, which is handled like a request, the context of the whole. */
export function shareRequestContext(part: Request, request: Request): void {
  contextByRequest.set(part, getRequestContext(request));
}

/** The context of a request. */
export function getRequestContext(request: Request): RequestContext {
  const context = contextByRequest.get(request);
  if (!context)
    throw new Error('The request has no context: the request-id middleware did not run');
  return context;
}
