import { getMetadataArgsStorage } from 'typeorm';
import { findJournalDeclaration } from '../journal/journal-declaration';
import type { EntityClass } from './entity-model';

/** A property that holds the id of another record. */
export interface ReferencingProperty {
  readonly entity: EntityClass;
  readonly property: string;
}

/** Returns the foreign keys to an entity's records, except those of their own parts. */
export function listReferencingProperties(entity: EntityClass): ReferencingProperty[] {
  return getMetadataArgsStorage().foreignKeys.flatMap(({ target, type, propertyName }) => {
    const referencedEntity = typeof type === 'function' ? (type as () => unknown)() : type;
    if (referencedEntity !== entity || propertyName === undefined) return [];
    const journalDeclaration = findJournalDeclaration(target);
    const isPart =
      journalDeclaration?.type === 'part' && journalDeclaration.ownerProperty === propertyName;
    return isPart ? [] : [{ entity: target as EntityClass, property: propertyName }];
  });
}
