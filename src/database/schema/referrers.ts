import { getMetadataArgsStorage } from 'typeorm';
import { findJournalDeclaration } from '../journal/journal-declaration';
import type { EntityClass } from './model';

/** A property that holds the id of another record. */
export interface Referrer {
  readonly entity: EntityClass;
  readonly property: string;
}

/** Returns the foreign keys to an entity's records, except those of their own parts. */
export function listReferrers(entity: EntityClass): Referrer[] {
  return getMetadataArgsStorage().foreignKeys.flatMap(({ target, type, propertyName }) => {
    const referred = typeof type === 'function' ? (type as () => unknown)() : type;
    if (referred !== entity || propertyName === undefined) return [];
    const declared = findJournalDeclaration(target);
    const isPart = declared?.is === 'part' && declared.ownerProperty === propertyName;
    return isPart ? [] : [{ entity: target as EntityClass, property: propertyName }];
  });
}
