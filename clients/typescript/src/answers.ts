/** An API whose paths are only known at run time. Callers cast the response. */
export interface AnyApi {
  GET(path: string, init?: object): Promise<{ data?: unknown }>;
  PUT(path: string, init?: object): Promise<{ data?: unknown }>;
}

/**
 * Returns the response body of an operation: `const order = await dataOf(store.api.GET('/v1/orders/{id}', ...))`.
 * @throws Error if there is no body, as with status 304
 */
export async function dataOf<T>(call: Promise<{ readonly data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data == null) throw new Error('The service answered without a body');
  return data;
}
