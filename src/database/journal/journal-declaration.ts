import { areas, type Area } from '../../core/scopes';

/** An entity class; models are made of these declarations. */
type EntityClass = new () => unknown;

/**
 * What has happened to a record.
 * - `generated`: another document was made of it, or a structured form of it was handed out;
 * - `exported`: another system has acknowledged it;
 * - `refused`: somebody was not let in;
 * - `tested`: a subscription was asked for a trial;
 * - `switchedOff`: the service has stopped a subscription.
 */
export const changeActions = [
  'created',
  'updated',
  'deleted',
  'moved',
  'generated',
  'exported',
  'refused',
  'tested',
  'switchedOff',
] as const;

export type ChangeAction = (typeof changeActions)[number];

/** What the entries of the journal are about: one kind for each kind of records. */
export interface ChangeKind {
  readonly name: string;
  /** Who may read the area may read of its changes. */
  readonly area: Area;
}

interface JournaledOptions {
  readonly area: Area;
  /** The property that every change moves, of the record and of its parts: a write that does not is none. */
  readonly markerProperty?: string;
  /** Properties that are no part of what the record says: a write of nothing else is no change. */
  readonly ignoredProperties?: readonly string[];
}

/** A table of several kinds: which one a record is, a property tells. */
interface KindsByValue {
  readonly property: string;
  readonly kinds: ReadonlyMap<unknown, string>;
}

/** An entity whose changes have entries of their own. */
export interface RecordDeclaration extends JournaledOptions {
  readonly is: 'record';
  readonly kind: string | KindsByValue;
}

/** An entity whose changes are changes of another record. */
export interface PartDeclaration {
  readonly is: 'part';
  /** The property that holds the record's id. */
  readonly owner: string;
  /** Where parts of several kinds share a table: the property that tells which, and the kind by its value. */
  readonly by?: { readonly property: string; readonly kindOf: (value: unknown) => string };
}

interface UnjournaledDeclaration {
  readonly is: 'unjournaled';
  readonly reason: string;
}

export type JournalDeclaration = RecordDeclaration | PartDeclaration | UnjournaledDeclaration;

const declarations = new Map<unknown, JournalDeclaration>();
const changeKindsByName = new Map<string, ChangeKind & { readonly entity?: EntityClass }>();

/**
 * Declares what entries of the journal can be about; once, where the resource is declared.
 * @throws Error for a name that something else has: it ends the start
 */
export function defineChangeKind(name: string, area: Area, entity?: EntityClass): ChangeKind {
  const known = changeKindsByName.get(name);
  if (known && known.entity !== entity) throw new Error(`Two kinds of changes are called ${name}`);
  const kind = { name, area, ...(entity && { entity }) };
  changeKindsByName.set(name, kind);
  return kind;
}

/** All kinds that were declared, by area and name. */
export function listChangeKinds(): readonly ChangeKind[] {
  const rank = ({ area }: ChangeKind): number => areas.indexOf(area);
  return [...changeKindsByName.values()].sort(
    (one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1),
  );
}

/** The entity whose records are of a kind. @throws Error when none is */
export function getEntityOfKind(name: string): EntityClass {
  const entity = changeKindsByName.get(name)?.entity;
  if (!entity) throw new Error(`No record is of the kind ${name}`);
  return entity;
}

/** On an entity: its records' changes stand in the journal. @param kind what they are called there */
export function Journaled(
  kind: string | { readonly by: string; readonly kinds: Iterable<readonly [unknown, string]> },
  options: JournaledOptions,
): ClassDecorator {
  return (entity) => {
    const declared =
      typeof kind === 'string' ? kind : { property: kind.by, kinds: new Map(kind.kinds) };
    const names = typeof declared === 'string' ? [declared] : declared.kinds.values();
    for (const name of names)
      defineChangeKind(name, options.area, entity as unknown as EntityClass);
    declarations.set(entity, { is: 'record', kind: declared, ...options });
  };
}

/**
 * On an entity: its changes are those of the record that it belongs to.
 * @param owner the property that holds the record's id
 * @param by for a table with parts of several kinds of records, which have no foreign key
 */
export function PartOfRecord(owner: string, by?: PartDeclaration['by']): ClassDecorator {
  return (entity) => {
    declarations.set(entity, { is: 'part', owner, ...(by && { by }) });
  };
}

/** On an entity: what is written there is no change of a record. @param reason why not */
export function UnjournaledDeclaration(reason: string): ClassDecorator {
  return (entity) => {
    declarations.set(entity, { is: 'unjournaled', reason });
  };
}

/** What was said of an entity; undefined: nothing. */
export function findJournalDeclaration(entity: unknown): JournalDeclaration | undefined {
  return declarations.get(entity);
}
