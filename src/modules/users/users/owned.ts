/** What belongs to users, by their ids. */
export type Owned<T> = ReadonlyMap<number, T>;
