import type { EngineName } from '../databases';
import type { BenchRequest } from '../load';
import type { WorkName } from './works';

/** The requests for each kind of record; pages need no id. */
export type Requests = Readonly<Record<WorkName, (id: string) => BenchRequest>>;

/** Other software that does the same work. */
export interface Peer {
  /** The folder next to this file whose content is copied to the project. */
  readonly name: string;
  /** Packages to install, with exact versions; the first one is the peer. */
  readonly packages: Readonly<Record<string, string>>;
  /** Whether its `.js` files are ES modules. */
  readonly isModule?: boolean;
  /** Additional files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The database of the peer, and that of the service for the comparison. */
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly engine: EngineName;
  /** Additional environment variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** Scripts with parameters that run before the peer is filled. */
  readonly preparations?: readonly (readonly string[])[];
  /** The script that fills the peer. It gets the numbers of customers, orders and rows, and sends `Filled`. */
  readonly fill: readonly string[];
  serve(port: number): readonly string[];
  /** A path that answers with success once the peer is ready. */
  readonly health: string;
  /** @returns the `Authorization` header of all requests */
  authorization(url: string, filled: FilledStore): Promise<string>;
  readonly requests: Requests;
}

/** The result of the script that fills a peer: the ids of records in the order of their numbers, which start at 1. */
export interface FilledStore {
  readonly customers: readonly string[];
  readonly orders: readonly string[];
  /** Credentials, if they were created together with the records. */
  readonly token?: string;
}

/** Sends JSON to a peer. @throws Error if it is rejected */
export async function postJson(url: string, body: object): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** A request without a body. */
export function toGetRequest(path: string): BenchRequest {
  return { method: 'GET', path };
}
