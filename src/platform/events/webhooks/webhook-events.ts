import { ScopeMissing } from '../../../api/problems/problems';
import { type FieldError, InvalidRequest } from '../../../core/errors';
import { includesScope } from '../../../core/scopes';
import { type ChangeAction, type ChangeKind, listChangeKinds } from '../../../database';
import { type NumberedEntry, getReadScope } from '../journal';
import type { Webhook } from './webhook.entity';

/** Something that can happen to records of a kind. */
export interface ChangeEvent {
  /** `<kind>.<action>`. */
  readonly name: string;
  readonly kind: ChangeKind;
  readonly action: ChangeAction;
}

const COMMON_ACTIONS: readonly ChangeAction[] = ['created', 'updated', 'deleted'];
/** What else can happen to records of some kinds. */
const ADDITIONAL_ACTIONS: Readonly<Record<string, readonly ChangeAction[]>> = {
  order: ['moved', 'generated', 'exported'],
  shipment: ['moved', 'exported'],
  rma: ['moved', 'generated', 'exported'],
  return: ['generated'],
  invoice: ['generated'],
  creditNote: ['generated'],
  file: ['moved'],
  webhook: ['tested', 'switchedOff'],
};
/** Nobody makes or changes these: their only event is that somebody was refused. */
const refusalKinds: readonly string[] = ['login', 'permission'];

/** All events, by area and kind. */
export function listChangeEvents(): ChangeEvent[] {
  return listChangeKinds().flatMap((kind) => {
    const { name } = kind;
    const actions = refusalKinds.includes(name)
      ? ['refused' as const]
      : [...COMMON_ACTIONS, ...(ADDITIONAL_ACTIONS[name] ?? [])];
    return actions.map((action) => ({ name: toEventName({ kind: name, action }), kind, action }));
  });
}

export function toEventName({ kind, action }: Pick<NumberedEntry, 'kind' | 'action'>): string {
  return `${kind}.${action}`;
}

/** Whether a webhook is sent an entry: one of its events; a trial is sent to the webhook that is tried alone. */
export function isSubscribed({ id, events }: Pick<Webhook, 'id' | 'events'>, entry: NumberedEntry) {
  const event = toEventName(entry);
  return event === TEST_EVENT ? entry.recordId === id : events.includes(event);
}

/** The event of a trial. */
export const TEST_EVENT = 'webhook.tested';

/** What is wrong with the names of events of a request. */
export function findEventErrors(names: readonly string[]): FieldError[] {
  const known = new Set(listChangeEvents().map(({ name }) => name));
  return names.flatMap((name, at) =>
    known.has(name)
      ? []
      : {
          pointer: `/events/${at}`,
          code: 'webhook.event',
          detail: `${JSON.stringify(name)} is not an event; the OpenAPI document lists them.`,
        },
  );
}

/**
 * Requires that all names are events of areas that the caller may read.
 * @throws InvalidRequest, ScopeMissing
 */
export function requireReadableEvents(names: readonly string[], held: ReadonlySet<string>): void {
  const faults = findEventErrors(names);
  if (faults.length > 0) throw new InvalidRequest(faults);
  const known = new Map(listChangeEvents().map((event) => [event.name, event]));
  for (const name of names) {
    const scope = getReadScope((known.get(name) as ChangeEvent).kind);
    if (!includesScope(held, scope)) throw new ScopeMissing({ scope });
  }
}
