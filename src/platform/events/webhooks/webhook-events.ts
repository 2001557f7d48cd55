import { ScopeMissing } from '../../../api/problems/api-errors';
import { type FieldError, InvalidRequest } from '../../../core/errors';
import { includesScope } from '../../../core/scopes';
import { type ChangeAction, type JournalEntryKind, listJournalEntryKinds } from '../../../database';
import { type PositionedJournalEntry, getReadScope } from '../journal';
import type { Webhook } from './webhook.entity';

/** An action on a kind of records that webhooks can subscribe to. */
export interface ChangeEvent {
  /** `<kind>.<action>`. */
  readonly name: string;
  readonly kind: JournalEntryKind;
  readonly action: ChangeAction;
}

const COMMON_ACTIONS: readonly ChangeAction[] = ['created', 'updated', 'deleted'];
/** Further actions on some kinds of records. */
const ADDITIONAL_ACTIONS_BY_KIND: Readonly<Record<string, readonly ChangeAction[]>> = {
  order: ['moved', 'generated', 'exported'],
  shipment: ['moved', 'exported'],
  rma: ['moved', 'generated', 'exported'],
  return: ['generated'],
  invoice: ['generated'],
  creditNote: ['generated'],
  file: ['moved'],
  webhook: ['tested', 'switchedOff'],
};
/** Kinds without records: their only event is denied access. */
const deniedAccessKinds: readonly string[] = ['login', 'permission'];

/** Returns all events, by area and kind. */
export function listChangeEvents(): ChangeEvent[] {
  return listJournalEntryKinds().flatMap((kind) => {
    const { name } = kind;
    const actions = deniedAccessKinds.includes(name)
      ? ['refused' as const]
      : [...COMMON_ACTIONS, ...(ADDITIONAL_ACTIONS_BY_KIND[name] ?? [])];
    return actions.map((action) => ({ name: toEventName({ kind: name, action }), kind, action }));
  });
}

export function toEventName({
  kind,
  action,
}: Pick<PositionedJournalEntry, 'kind' | 'action'>): string {
  return `${kind}.${action}`;
}

/** Whether a webhook receives an entry: one of its events, or its own test event. */
export function isSubscribed(
  { id, events }: Pick<Webhook, 'id' | 'events'>,
  entry: PositionedJournalEntry,
) {
  const event = toEventName(entry);
  return event === TEST_EVENT ? entry.recordId === id : events.includes(event);
}

/** The test event of a webhook. */
export const TEST_EVENT = 'webhook.tested';

/** Returns the errors of event names in a request. */
export function findEventErrors(names: readonly string[]): FieldError[] {
  const events = listChangeEvents();
  const knownNames = new Set(events.map(({ name }) => name));
  return names.flatMap((name, index) =>
    knownNames.has(name)
      ? []
      : {
          pointer: `/events/${index}`,
          code: 'webhook.event',
          detail: `${JSON.stringify(name)} is not an event. ${describeEvents(events, name)}`,
        },
  );
}

/** The events of the kind that a name starts with; for an unknown kind, all kinds. */
function describeEvents(events: readonly ChangeEvent[], name: string): string {
  const [requestedKind = ''] = name.split('.', 1);
  const eventsOfKind = events.filter(
    ({ kind }) => kind.name.toLowerCase() === requestedKind.toLowerCase(),
  );
  if (eventsOfKind.length > 0)
    return `Events of ${eventsOfKind[0]?.kind.name}: ${eventsOfKind.map((event) => event.name).join(', ')}.`;
  const kinds = [...new Set(events.map(({ kind }) => kind.name))];
  return `An event is \`<kind>.<action>\`, such as order.created. Kinds: ${kinds.join(', ')}.`;
}

/**
 * Checks that all names are events of areas that the caller may read.
 * @throws InvalidRequest, ScopeMissing
 */
export function requireReadableEvents(names: readonly string[], scopes: ReadonlySet<string>): void {
  const errors = findEventErrors(names);
  if (errors.length > 0) throw new InvalidRequest(errors);
  const eventByName = new Map(listChangeEvents().map((event) => [event.name, event]));
  for (const name of names) {
    const scope = getReadScope((eventByName.get(name) as ChangeEvent).kind);
    if (!includesScope(scopes, scope)) throw new ScopeMissing({ scope });
  }
}
