/**
 * What has to be read of an entity to write one record of it: names of entity properties.
 * Made from record tables (api), carried out by the loader (database).
 */
export interface LoadPlan {
  readonly columns: ReadonlySet<string>;
  readonly relations: ReadonlyMap<string, LoadPlan>;
  /** Properties that are no part of the entity: its service puts them on what the loader has read. */
  readonly attached?: ReadonlySet<string>;
}
