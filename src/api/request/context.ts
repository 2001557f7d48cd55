import type { Request } from 'express';
import type { Principal } from './principal';

/** What the service knows of the request that it is answering. */
export interface RequestContext {
  readonly requestId: string;
  principal?: Principal;
  /** Id of the operation, once the route is known. */
  operation?: string;
}

const contexts = new WeakMap<Request, RequestContext>();

/** Gives a request its context; done once, by the first middleware. */
export function openContext(request: Request, requestId: string): void {
  contexts.set(request, { requestId });
}

/** The context of a request. */
export function contextOf(request: Request): RequestContext {
  const context = contexts.get(request);
  if (!context)
    throw new Error('The request has no context: the request-id middleware did not run');
  return context;
}
