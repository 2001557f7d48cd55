/** Values by the id of their user. */
export type MapByUserId<T> = ReadonlyMap<number, T>;
