/** What belongs to users, by their ids. */
export type ByUserId<T> = ReadonlyMap<number, T>;
