/** Values by the id of their user. */
export type ByUserId<T> = ReadonlyMap<number, T>;
