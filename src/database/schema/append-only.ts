const appendOnlyEntities = new Set<unknown>();

/** Declares that records of an entity are never changed or removed: the writer refuses both. */
export function AppendOnly(): ClassDecorator {
  return (entity) => {
    appendOnlyEntities.add(entity);
  };
}

/** Whether the records of an entity are never changed or removed. */
export function isAppendOnly(entity: unknown): boolean {
  return appendOnlyEntities.has(entity);
}
