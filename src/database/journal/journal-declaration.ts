import { scopeAreas, type ScopeArea } from '../../core/scopes';

/** An entity class; the models are built from these declarations. */
type EntityClass = new () => unknown;

/**
 * Actions of journal entries. Those with a special meaning:
 * - `generated`: another document was created from the record, or its structured form was issued;
 * - `exported`: another system has acknowledged the record;
 * - `refused`: access was denied;
 * - `tested`: a test event was requested for a subscription;
 * - `switchedOff`: the service has disabled a subscription.
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

/** Subject of journal entries: one kind for each kind of records. */
export interface JournalEntryKind {
  readonly name: string;
  /** Read access to this area includes read access to the changes. */
  readonly area: ScopeArea;
}

interface JournaledOptions {
  readonly area: ScopeArea;
  /** Property that every change of the record and its parts sets: other writes don't count as changes. */
  readonly changeMarkerProperty?: string;
  /** Properties whose writes alone don't count as a change, because they aren't part of the record's content. */
  readonly ignoredProperties?: readonly string[];
  /**
   * Names of fields in entries, by property or by relation to parts, where requests and responses use another name.
   * Null hides a property that neither shows.
   */
  readonly fieldNames?: Readonly<Record<string, string | null>>;
}

/** A table with several kinds of records: a property determines the kind. */
interface KindsByValue {
  readonly property: string;
  readonly kinds: ReadonlyMap<unknown, string>;
}

/** Declaration of an entity whose changes have their own entries. */
export interface RecordDeclaration extends JournaledOptions {
  readonly type: 'record';
  readonly kind: string | KindsByValue;
}

/** Declaration of an entity whose changes count as changes of another record. */
export interface PartDeclaration {
  readonly type: 'part';
  /** The property that holds the owner's id. */
  readonly ownerProperty: string;
  /** If owners of several kinds share the table: the property that determines the kind, and the kind by its value. */
  readonly discriminator?: {
    readonly property: string;
    readonly toKindName: (value: unknown) => string;
  };
  /** Name of the parts as a field of the owner, if the owner has no relation to them. */
  readonly field?: string;
}

interface Unjournaled {
  readonly type: 'unjournaled';
  readonly reason: string;
}

export type JournalDeclaration = RecordDeclaration | PartDeclaration | Unjournaled;

const journalDeclarations = new Map<unknown, JournalDeclaration>();
const entryKindsByName = new Map<string, JournalEntryKind & { readonly entity?: EntityClass }>();

/**
 * Declares a kind of journal entries. Called once, where the resource is declared.
 * @param options.area scope area whose keys may read the entries
 * @throws Error if the name is taken, which aborts the startup
 */
export function defineJournalEntryKind(
  name: string,
  { area, entity }: { readonly area: ScopeArea; readonly entity?: EntityClass },
): JournalEntryKind {
  const known = entryKindsByName.get(name);
  if (known && known.entity !== entity)
    throw new Error(`The kind of changes ${name} is declared twice`);
  const kind = { name, area, ...(entity && { entity }) };
  entryKindsByName.set(name, kind);
  return kind;
}

/** Returns all declared kinds, by area and name. */
export function listJournalEntryKinds(): readonly JournalEntryKind[] {
  const rank = ({ area }: JournalEntryKind): number => scopeAreas.indexOf(area);
  return [...entryKindsByName.values()].sort(
    (one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1),
  );
}

/** Returns the entity of a kind. @throws Error if no entity has it */
export function getEntityOfEntryKind(name: string): EntityClass {
  const entity = entryKindsByName.get(name)?.entity;
  if (!entity) throw new Error(`No entity has the kind ${name}`);
  return entity;
}

/** Decorates an entity whose changes are recorded in the journal. @param kind kind of the entries */
export function Journaled(
  kind:
    | string
    | { readonly discriminator: string; readonly kinds: Iterable<readonly [unknown, string]> },
  options: JournaledOptions,
): ClassDecorator {
  return (entity) => {
    const kindDeclaration =
      typeof kind === 'string'
        ? kind
        : { property: kind.discriminator, kinds: new Map(kind.kinds) };
    const names =
      typeof kindDeclaration === 'string' ? [kindDeclaration] : kindDeclaration.kinds.values();
    for (const name of names)
      defineJournalEntryKind(name, {
        area: options.area,
        entity: entity as unknown as EntityClass,
      });
    journalDeclarations.set(entity, { type: 'record', kind: kindDeclaration, ...options });
  };
}

/**
 * Decorates an entity whose changes count as changes of the record that it belongs to.
 * @param ownerProperty property that holds the owner's id
 */
export function PartOfRecord(
  ownerProperty: string,
  options: Pick<PartDeclaration, 'discriminator' | 'field'> = {},
): ClassDecorator {
  return (entity) => {
    journalDeclarations.set(entity, { type: 'part', ownerProperty, ...options });
  };
}

/** Decorates an entity that isn't recorded in the journal. @param reason why it isn't */
export function Unjournaled(reason: string): ClassDecorator {
  return (entity) => {
    journalDeclarations.set(entity, { type: 'unjournaled', reason });
  };
}

/** The same name, or null, for several properties in `JournaledOptions.fieldNames`. */
export function mapToFieldName(
  name: string | null,
  properties: readonly string[],
): Record<string, string | null> {
  return Object.fromEntries(properties.map((property) => [property, name]));
}

/** Whether a write of these properties counts as a change of the record. */
export function countsAsChange(
  { changeMarkerProperty, ignoredProperties = [] }: RecordDeclaration,
  properties: readonly string[],
): boolean {
  if (changeMarkerProperty !== undefined) return properties.includes(changeMarkerProperty);
  return properties.some((property) => !ignoredProperties.includes(property));
}

/** Properties that no request or response shows, of all records. */
const INTERNAL_PROPERTY = /^(id|lockCount|updatedAt|version|fingerprint|\w+Folded)$/;

/** Returns the name of a property or relation in entries; undefined for one that no request or response shows. */
export function findFieldName(
  { changeMarkerProperty, ignoredProperties = [], fieldNames = {} }: RecordDeclaration,
  property: string,
): string | undefined {
  const isHidden = property === changeMarkerProperty || ignoredProperties.includes(property);
  if (isHidden || INTERNAL_PROPERTY.test(property)) return undefined;
  return (property in fieldNames ? fieldNames[property] : property) ?? undefined;
}

/** Returns the declaration of an entity; undefined if it has none. */
export function findJournalDeclaration(entity: unknown): JournalDeclaration | undefined {
  return journalDeclarations.get(entity);
}
