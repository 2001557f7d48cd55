import type { RecordSerializeContext } from '../records/record';

/** Context for writing a response. */
export interface ResponseContext extends RecordSerializeContext {
  /** Keys that `fields` requests; undefined: all. */
  readonly keys?: readonly string[];
  /** Creates the request's own absolute URL with other query parameters. */
  readonly createLink: (parameters: Readonly<Record<string, string>>) => string;
}
