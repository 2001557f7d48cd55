import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span-recorder';
import type { TraceParent } from './trace-parent';

/** A call with an API key, or with an administrator's login; an import; an action of a change of state; the service. */
export const actorKinds = ['key', 'user', 'import', 'action', 'system'] as const;

/** Who does something. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  /**
   * The id of the key, the user or the configured action; 0 for the service itself and for an import, of which the caller
   * tells who has sent it.
   */
  readonly id: number;
  /** The key's name, the administrator's nick, whose import it is, what the action does; '' for the service itself. */
  readonly name: string;
}

/** The connection of whoever waits for an answer. */
export interface ClientConnection {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** What is being done: for a request, from its first middleware to its last write, or of the service's own accord. */
export interface ActorContext {
  readonly actor: Actor;
  /** Whom somebody else (an import, an action) does it for. */
  readonly caller?: Actor;
  readonly requestId?: string;
  /** Absent: the request belongs to none. */
  readonly trace?: TraceParent;
  /** Below which its parts are recorded; absent: none are. */
  readonly span?: Span;
  /** Id of the operation, once the route is known. */
  readonly operation?: string;
  /** What the answer to a request goes over. */
  readonly connection?: ClientConnection;
  /** Whether the work may end at any point when nobody waits for its answer any more: a read. */
  readonly isAbortable?: boolean;
  /** Checks the caller of a writing request again; absent: nobody can be revoked meanwhile. */
  readonly reauthorizeCaller?: ReauthorizeCaller;
}

/**
 * How a unit of work keeps what the caller's rights come from as it is until the unit ends: `shared` with other units
 * that do so, or `alone`, on all nodes of a cluster.
 */
export type CallerLock = 'shared' | 'alone';

/** @throws what the caller is answered with once its credentials are not good any more */
export type ReauthorizeCaller = (hold?: CallerLock) => Promise<void>;

/** The service itself, its command line included. */
export const systemActor: Actor = { kind: 'system', id: 0, name: '' };

const systemContext: ActorContext = { actor: systemActor };
const contextStorage = new AsyncLocalStorage<ActorContext>();

/** What the work around is done for, and by whom. */
export function currentContext(): ActorContext {
  return contextStorage.getStore() ?? systemContext;
}

/** Who has asked for what is being done, whoever does it for them. */
export function getCaller({ caller, actor }: ActorContext): Actor {
  return caller ?? actor;
}

/** Identifies the caller of the work around, where callers take turns. */
export function currentCallerKey(): string {
  const { kind, id } = getCaller(currentContext());
  return `${kind}:${id}`;
}

/** Does work in a context, with all that it sets off. */
export function runInContext<T>(context: ActorContext, work: () => T): T {
  return contextStorage.run(context, work);
}

/** Does work on somebody else's account, for the same request. */
export function runAs<T>(actor: Actor, work: () => T): T {
  const { reauthorizeCaller } = currentContext();
  const context = {
    ...copyWithoutReauthorization(currentContext()),
    actor,
    caller: getCaller(currentContext()),
  };
  return runInContext({ ...context, ...(reauthorizeCaller ? { reauthorizeCaller } : {}) }, work);
}

/**
 * Checks again whether the caller of the request around may still act. Every unit of work begins with it; call it
 * before anything else that can't be undone.
 * @param hold inside a unit of work only: how far-reaching rights of the caller are kept until it ends
 * @throws what the caller is answered with when it may not
 */
export async function reauthorizeCaller(hold?: CallerLock): Promise<void> {
  await currentContext().reauthorizeCaller?.(hold);
}

/** Does work that follows from what the caller has done already, or undoes it: whether it may still act is not asked. */
export function runWithoutReauthorization<T>(work: () => T): T {
  const context = currentContext();
  return context.reauthorizeCaller
    ? runInContext(copyWithoutReauthorization(context), work)
    : work();
}

/** All of a context but the check of its caller. */
function copyWithoutReauthorization({
  actor,
  caller,
  requestId,
  trace,
  span,
  operation,
  connection,
  isAbortable,
}: ActorContext): ActorContext {
  return {
    actor,
    ...(caller ? { caller } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(trace === undefined ? {} : { trace }),
    ...(span ? { span } : {}),
    ...(operation === undefined ? {} : { operation }),
    ...(connection ? { connection } : {}),
    ...(isAbortable === undefined ? {} : { isAbortable }),
  };
}

/** Does work of the service's own, whatever request has set it off. */
export function runAsSystem<T>(work: () => T): T {
  return runInContext(systemContext, work);
}

/** Whether the work around may end here, because whoever it is done for has gone. */
export function isRequestAborted(): boolean {
  const { connection, isAbortable } = currentContext();
  return isAbortable === true && connection?.destroyed === true;
}

/**
 * Does work that is worth nothing once whoever it is done for has gone.
 * @param work is given a signal that aborts then; it never does for work that nobody has asked for
 */
export async function abortOnDisconnect<T>(work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const { connection } = currentContext();
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  if (connection?.destroyed === true) leave();
  connection?.once('close', leave);
  try {
    return await work(controller.signal);
  } finally {
    connection?.off('close', leave);
  }
}
