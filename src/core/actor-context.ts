import { ContextVariable } from './context-variable';
import type { Span } from './span-recorder';
import type { TraceParent } from './trace-parent';

/**
 * The kinds of actors: an API key, an administrator's login, an import, an action of a state transition, or the
 * service.
 */
export const actorKinds = ['key', 'user', 'import', 'action', 'system'] as const;

/** The actor of a change. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  /**
   * Id of the key, the user or the configured action; 0 for the service itself and for an import, whose sender is the
   * caller.
   */
  readonly id: number;
  /**
   * Name of the key, nick of the administrator, owner of the import, or description of the action; '' for the service.
   */
  readonly name: string;
}

/** The connection of a client that waits for a response. */
export interface ClientConnection {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** Context of work: of a request, from its first middleware to its last write, or of the service itself. */
export interface ActorContext {
  readonly actor: Actor;
  /** The caller, if an import or an action acts on its behalf. */
  readonly caller?: Actor;
  readonly requestId?: string;
  /** Trace of the request; absent if it belongs to none. */
  readonly trace?: TraceParent;
  /** Parent of further spans; absent if spans are not recorded. */
  readonly span?: Span;
  /** Id of the operation, once the route is known. */
  readonly operationId?: string;
  /** Connection for the response. */
  readonly connection?: ClientConnection;
  /** Whether the work may be aborted at any point after the client has disconnected: true for reads. */
  readonly isAbortable?: boolean;
  /** Checks the caller of a writing request again; absent if the caller can't be revoked. */
  readonly reauthorizeCaller?: ReauthorizeCaller;
}

/**
 * How a transaction locks the source of the caller's permissions until it ends: `shared` with other transactions, or
 * `exclusive` on all nodes of a cluster.
 */
export type CallerLock = 'shared' | 'exclusive';

/** @throws the error for the caller if its credentials are no longer valid */
export type ReauthorizeCaller = (lock?: CallerLock) => Promise<void>;

/** The service itself, including its command line. */
export const systemActor: Actor = { kind: 'system', id: 0, name: '' };

const systemContext: ActorContext = { actor: systemActor };
const contextVariable = new ContextVariable<ActorContext>();

/** The context of the current work. */
export function getActorContext(): ActorContext {
  return contextVariable.get() ?? systemContext;
}

/** The caller behind an actor: itself, unless it acts on behalf of another. */
export function getCaller({ caller, actor }: ActorContext): Actor {
  return caller ?? actor;
}

/** Identifies the caller of the current work in queues that serve callers in turns. */
export function getCallerId(): string {
  const { kind, id } = getCaller(getActorContext());
  return `${kind}:${id}`;
}

/** Runs work, and everything that it starts, in a context. */
export function runInActorContext<T>(context: ActorContext, work: () => T): T {
  return contextVariable.run(context, work);
}

/** Runs work as another actor, for the same request. */
export function runAs<T>(actor: Actor, work: () => T): T {
  const { reauthorizeCaller } = getActorContext();
  const context = {
    ...copyWithoutReauthorization(getActorContext()),
    actor,
    caller: getCaller(getActorContext()),
  };
  return runInActorContext(
    { ...context, ...(reauthorizeCaller ? { reauthorizeCaller } : {}) },
    work,
  );
}

/**
 * Checks again whether the caller of the current request may still act. Every transaction starts with it; call it
 * before anything else that can't be undone.
 * @param options.lock inside a transaction only: lock for powerful scopes of the caller, held until its end
 * @throws the error for the caller if it may not act
 */
export async function reauthorizeCaller({
  lock,
}: { readonly lock?: CallerLock } = {}): Promise<void> {
  await getActorContext().reauthorizeCaller?.(lock);
}

/** Runs work that completes or reverts a change of the caller, without checking whether it may still act. */
export function runWithoutReauthorization<T>(work: () => T): T {
  const context = getActorContext();
  return context.reauthorizeCaller
    ? runInActorContext(copyWithoutReauthorization(context), work)
    : work();
}

/** Copies a context without the check of its caller. */
function copyWithoutReauthorization({
  actor,
  caller,
  requestId,
  trace,
  span,
  operationId,
  connection,
  isAbortable,
}: ActorContext): ActorContext {
  return {
    actor,
    ...(caller ? { caller } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(trace === undefined ? {} : { trace }),
    ...(span ? { span } : {}),
    ...(operationId === undefined ? {} : { operationId }),
    ...(connection ? { connection } : {}),
    ...(isAbortable === undefined ? {} : { isAbortable }),
  };
}

/** Runs work of the service itself, even if a request has caused it. */
export function runAsSystem<T>(work: () => T): T {
  return runInActorContext(systemContext, work);
}

/** Whether the current work may be aborted because its client has disconnected. */
export function isRequestAborted(): boolean {
  const { connection, isAbortable } = getActorContext();
  return isAbortable === true && connection?.destroyed === true;
}

/**
 * Runs work that is useless after its client has disconnected.
 * @param work receives a signal that aborts on disconnection; for work without a client it never aborts
 */
export async function abortOnDisconnect<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { connection } = getActorContext();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (connection?.destroyed === true) abort();
  connection?.once('close', abort);
  try {
    return await work(controller.signal);
  } finally {
    connection?.off('close', abort);
  }
}
