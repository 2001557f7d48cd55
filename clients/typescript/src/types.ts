import type { components, paths } from './schema.js';

/** The JSON that a GET operation answers. */
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

/** Lists that are walked by a cursor. */
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

/** The filters of a list; the walk takes care of the pages. */
export type ListQuery<P extends ListPath> = Omit<QueryIn<P>, 'page' | 'cursor'>;

/** The parameters of a list's path. */
export type ListParameters<P extends ListPath> = PathIn<P>;

/** Kinds of records that wait until somebody acknowledges them. */
export type PendingKind = 'orders' | 'rmas' | 'shipments';

interface PendingRecords {
  readonly orders: components['schemas']['OrderDocumentRecord'];
  readonly rmas: components['schemas']['RmaDocumentRecord'];
  readonly shipments: RecordIn<AnswerOf<'/v1/shipments/pending'>>;
}

/** A pending record: a document as a whole, a shipment as in its list. */
export type PendingRecord<K extends PendingKind> = PendingRecords[K];

/** A page of the journal. */
export type Changes = components['schemas']['ChangesRecord'];
export type Change = components['schemas']['ChangeRecord'];

/** An export, and how far it is. */
export type ExportRecord = components['schemas']['ExportRecord'];

/** A type of lines in exports. */
export type ExportedType = NonNullable<components['schemas']['CreateExport']['types']>[number];

/** A line that the import takes; `type` says what it is. */
export type ImportLine = components['schemas']['ImportLine'];

/** The outcome of a batch of lines. */
export type ImportAnswer =
  paths['/v1/import']['post']['responses'][200]['content']['application/json'];
