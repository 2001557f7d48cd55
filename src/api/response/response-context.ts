import type { WriteContext } from '../records/record';

/** What an answer is written with. */
export interface ResponseContext extends WriteContext {
  /** Keys asked for by `fields`; all when undefined. */
  readonly keys?: readonly string[];
  /** The request's own absolute URL with other query parameters. */
  readonly link: (parameters: Readonly<Record<string, string>>) => string;
}
