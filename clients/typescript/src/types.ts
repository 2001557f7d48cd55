import type { components, paths } from './schema.js';

/** The JSON response of a GET operation. */
type AnswerOf<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** The records of an envelope: its only array. */
type RecordIn<Envelope> = Envelope extends object
  ? {
      [K in keyof Envelope]: Envelope[K] extends readonly (infer Element)[] ? Element : never;
    }[keyof Envelope]
  : never;

/** Lists that are paged by a cursor. */
export type ListPath = {
  [P in keyof paths]: AnswerOf<P> extends never
    ? never
    : AnswerOf<P> extends { cursors: unknown } | { CURSORS: unknown }
      ? P
      : never;
}[keyof paths];

/** A record of a list. */
export type ListRecord<P extends ListPath> = RecordIn<AnswerOf<P>>;

type QueryIn<P extends keyof paths> = paths[P] extends {
  get: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : never;

type PathIn<P extends keyof paths> = paths[P] extends { get: { parameters: { path: infer Path } } }
  ? Path
  : undefined;

/** The filters of a list; the paging is handled by the client. */
export type ListQuery<P extends ListPath> = Omit<QueryIn<P>, 'page' | 'cursor'>;

/** The parameters of a list's path. */
export type ListParameters<P extends ListPath> = PathIn<P>;

/** Kinds of records that have to be acknowledged. */
export type PendingKind = 'orders' | 'rmas' | 'shipments';

interface PendingRecords {
  readonly orders: components['schemas']['OrderDocumentRecord'];
  readonly rmas: components['schemas']['RmaDocumentRecord'];
  readonly shipments: RecordIn<AnswerOf<'/v1/shipments/pending'>>;
}

/** A pending record: a whole document, or a shipment as in its list. */
export type PendingRecord<K extends PendingKind> = PendingRecords[K];

/** A page of the journal. */
export type Changes = components['schemas']['ChangesRecord'];
export type Change = components['schemas']['ChangeRecord'];

/** An export with its progress. */
export type ExportRecord = components['schemas']['ExportRecord'];

/** A type of exported records. */
export type ExportedType = NonNullable<components['schemas']['CreateExport']['types']>[number];

/** A record that can be imported; `type` is its type. */
export type ImportLine = components['schemas']['ImportLine'];

/** The outcome of a batch of records. */
export type ImportAnswer =
  paths['/v1/import']['post']['responses'][200]['content']['application/json'];
