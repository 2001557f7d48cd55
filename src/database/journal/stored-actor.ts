import { type ActorContext, type Actor, getCaller } from '../../core/actor-context';

/** Who may send an import. */
export const importSenders = ['key', 'user'] as const;

export type ImportSender = (typeof importSenders)[number];

/** How the journal keeps what somebody is: of an import also who has sent it; the command line's is a plain one. */
export type StoredActorKind = Actor['kind'] | `import:${ImportSender}`;

/** Who is told to have done something; an import has the id of the key or the administrator that has sent it. */
export function toStoredActor(
  context: ActorContext,
): Omit<Actor, 'kind'> & { readonly kind: StoredActorKind } {
  const { actor } = context;
  const { id, kind } = getCaller(context);
  const sender = importSenders.find((one) => one === kind);
  return actor.kind === 'import' && sender ? { ...actor, kind: `import:${sender}`, id } : actor;
}

/** What the journal keeps of all that is of a kind, what a key or an administrator did by imports included. */
export function toStoredActorKinds(kind: Actor['kind']): readonly StoredActorKind[] {
  const imports = importSenders
    .filter((sender) => kind === 'import' || kind === sender)
    .map((sender) => `import:${sender}` as const);
  return [kind, ...imports];
}

/** A kept kind as what did something and, of an import, who has sent it. */
export function parseStoredActorKind(kept: StoredActorKind): {
  readonly kind: Actor['kind'];
  readonly sender: ImportSender | '';
} {
  const [kind, sender = ''] = kept.split(':') as [Actor['kind'], ImportSender?];
  return { kind, sender };
}
