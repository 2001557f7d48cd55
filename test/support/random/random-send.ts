type Method = 'get' | 'post' | 'put' | 'delete';

/** Sends a request to a service. @param body text: lines of the import @returns the body of the answer */
export type Send = (method: Method, path: string, body?: unknown) => Promise<unknown>;

/** A request to the service; refusals change nothing, and are fine as well. */
export type RandomStep = (send: Send, n: number) => Promise<unknown>;

/** The media type of what `Send` is given. */
export const mediaTypeOf = (body: unknown): string =>
  typeof body === 'string' ? 'application/x-ndjson' : 'application/json';

/** Imports lines. */
export const importRecords = (send: Send, ...lines: readonly object[]): Promise<unknown> =>
  send('post', '/v1/import', lines.map((line) => JSON.stringify(line)).join('\n'));

/** @returns the id of the newest record of a list, or of the one `back` before it; 0 without such a record */
export async function newest(send: Send, list: string, back: number): Promise<number> {
  const path = `/v1/${list}?fields=ID&sort=id.desc&perPage=8`;
  const answer = (await send('get', path)) as Readonly<Record<string, readonly { ID: number }[]>>;
  return answer[list]?.[back]?.ID ?? answer[list.toUpperCase()]?.[back]?.ID ?? 0;
}
