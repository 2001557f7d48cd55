/** Path of the guide for integrators. */
export const GUIDE_PATH = '/docs/guide';

/** The server of the document if PUBLIC_BASE_URL is not set: the address that the document was loaded from. */
export const DEFAULT_SERVER_URL = '/';

/** The members of the document that depend on the address of the service. */
export function createServerSection(serverUrl: string): object {
  return {
    externalDocs: {
      description: 'The guide for integrators: how to read, import and repeat safely',
      url: `${serverUrl.replace(/\/$/, '')}${GUIDE_PATH}`,
    },
    servers: [{ url: serverUrl, description: 'This service' }],
  };
}

/** Replaces the default server in the document's JSON by another one, without parsing it. */
export function replaceServerUrl(json: Buffer, serverUrl: string): Buffer {
  const membersOf = (object: object): string => JSON.stringify(object).slice(1, -1);
  const replaced = Buffer.from(membersOf(createServerSection(DEFAULT_SERVER_URL)));
  const start = json.indexOf(replaced);
  if (start < 0) throw new Error('The document does not name the default server');
  return Buffer.concat([
    json.subarray(0, start),
    Buffer.from(membersOf(createServerSection(serverUrl))),
    json.subarray(start + replaced.length),
  ]);
}
