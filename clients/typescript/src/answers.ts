/** Calls by a path that is only known at run time; callers say what the answer is. */
export interface AnyApi {
  GET(path: string, init?: object): Promise<{ data?: unknown }>;
  PUT(path: string, init?: object): Promise<{ data?: unknown }>;
}

/**
 * The body that an operation has answered: `const order = await dataOf(store.api.GET('/v1/orders/{id}', ...))`.
 * @throws Error when there is no body, as with 304
 */
export async function dataOf<T>(call: Promise<{ readonly data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data == null) throw new Error('The service answered without a body');
  return data;
}
