import type { EngineName } from '../databases';
import type { BenchRequest } from '../load';
import type { WorkName } from './works';

/** How each kind of record is asked for; pages need no id. */
export type Requests = Readonly<Record<WorkName, (id: string) => BenchRequest>>;

/** Other software that does the same work. */
export interface Peer {
  /** Its folder beside this file holds what is copied into its project. */
  readonly name: string;
  /** What npm installs, in exactly these versions; the first one is the peer. */
  readonly packages: Readonly<Record<string, string>>;
  /** Whether its `.js` files are ES modules. */
  readonly isModule?: boolean;
  /** Files of its project that are written, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** What it keeps its records in, and what the service does beside it. */
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly engine: EngineName;
  /** Of its environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Scripts with their parameters that run before it is filled. */
  readonly preparations?: readonly (readonly string[])[];
  /** The script that fills it, which gets the numbers of customers, orders and rows, and sends `Filled`. */
  readonly fill: readonly string[];
  serve(port: number): readonly string[];
  /** Path that is answered with success once it serves. */
  readonly health: string;
  /** @returns the header `Authorization` for all requests */
  authorization(url: string, filled: FilledStore): Promise<string>;
  readonly requests: Requests;
}

/** What the script that fills a peer tells: the ids of records in the order of their numbers, which begin at 1. */
export interface FilledStore {
  readonly customers: readonly string[];
  readonly orders: readonly string[];
  /** What to call with, where it was made with the records. */
  readonly token?: string;
}

/** Sends JSON to a peer. @throws Error when it is refused */
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
