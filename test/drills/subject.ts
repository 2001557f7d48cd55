import type { Client } from './client';
import type { FinalState } from './final-state';
import type { SentRequest } from './sent-request';

/** A kind of record in drills: how clients work on it, and what must hold of it in the end. */
export interface Subject<State = unknown> {
  readonly name: string;
  /** Lines of the import into the store before the drill. */
  readonly lines: readonly object[];
  /** One thing that a client does: one request, or a few that belong together. */
  act(client: Client): Promise<void>;
  /** Reads what the check needs, when everything has come to rest. */
  read(final: FinalState): Promise<State>;
  /** @returns what contradicts the record, a line each */
  check(sent: readonly SentRequest[], state: State): string[];
}
