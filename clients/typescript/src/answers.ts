/** Reads by a path that is known when the program runs only; the callers say what is answered. */
export interface AnyApi {
  GET(path: string, init?: object): Promise<{ data?: unknown }>;
  PUT(path: string, init?: object): Promise<{ data?: unknown }>;
}

/**
 * What an operation has answered: `const order = await dataOf(store.api.GET('/v1/orders/{id}', ...))`.
 * @throws Error where it answers nothing, as with 304
 */
export async function dataOf<T>(call: Promise<{ readonly data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data == null) throw new Error('The service answered without a body');
  return data;
}
