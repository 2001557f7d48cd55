/** Where the service shows its guide for integrators. */
export const GUIDE_PATH = '/docs/guide';

/** The address of the service where PUBLIC_BASE_URL is not set: the one that the document was read from. */
export const DEFAULT_SERVER = '/';

/** The members of a document that depend on where the service is. */
export function serverSection(server: string): object {
  return {
    externalDocs: {
      description: 'The guide for integrators: how to fetch, bring in and repeat safely',
      url: `${server.replace(/\/$/, '')}${GUIDE_PATH}`,
    },
    servers: [{ url: server, description: 'This service' }],
  };
}

/** The JSON of a document of the default server as that of another one, without reading all of it. */
export function withServer(json: Buffer, server: string): Buffer {
  const membersOf = (object: object): string => JSON.stringify(object).slice(1, -1);
  const replaced = Buffer.from(membersOf(serverSection(DEFAULT_SERVER)));
  const start = json.indexOf(replaced);
  if (start < 0) throw new Error('The document does not name the default server');
  return Buffer.concat([
    json.subarray(0, start),
    Buffer.from(membersOf(serverSection(server))),
    json.subarray(start + replaced.length),
  ]);
}
