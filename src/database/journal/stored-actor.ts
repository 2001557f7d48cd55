import { type ActorContext, type Actor, getCaller } from '../../core/actor-context';

/** Callers that may send an import. */
export const importSenderKinds = ['key', 'user'] as const;

export type ImportSender = (typeof importSenderKinds)[number];

/**
 * Kind of an actor as stored in the journal. For an import it includes the sender, unless it ran on the command line.
 */
export type StoredActorKind = Actor['kind'] | `import:${ImportSender}`;

/** Returns the actor to store. An import has the id of the API key or the administrator that has sent it. */
export function toStoredActor(
  context: ActorContext,
): Omit<Actor, 'kind'> & { readonly kind: StoredActorKind } {
  const { actor } = context;
  const { id, kind } = getCaller(context);
  const sender = importSenderKinds.find((candidate) => candidate === kind);
  return actor.kind === 'import' && sender ? { ...actor, kind: `import:${sender}`, id } : actor;
}

/** Returns the stored kinds that belong to a kind of actor; imports also count as actions of their sender. */
export function listStoredActorKinds(kind: Actor['kind']): readonly StoredActorKind[] {
  const imports = importSenderKinds
    .filter((sender) => kind === 'import' || kind === sender)
    .map((sender) => `import:${sender}` as const);
  return [kind, ...imports];
}

/** Splits a stored kind into the kind of the actor and, for an import, its sender. */
export function parseStoredActorKind(storedKind: StoredActorKind): {
  readonly kind: Actor['kind'];
  readonly sender: ImportSender | '';
} {
  const [kind, sender = ''] = storedKind.split(':') as [Actor['kind'], ImportSender?];
  return { kind, sender };
}
