import { getYearInZone } from '../../../core/instant';
import { seriesTypes } from '../documents';
import { isNumberRequest } from '../documents/numbers/document-numbers';
import type { InsertedDocument } from '../documents/writing/document-issuance';
import type { SeriesHighWaterMark } from './chain-high-water-marks';
import type { RecordSourceDocument } from './record-source-document';
import type { RegistrationCorrection } from './record-xml';

/** A document that gets a record. */
export interface RegistrationInput {
  readonly id: number;
  readonly documentNumber: string;
  readonly source: RecordSourceDocument;
  /** The last number of its series; absent if the document has its number from elsewhere. */
  readonly seriesHighWaterMark?: SeriesHighWaterMark;
  /** The record that the new one corrects. */
  readonly correction?: RegistrationCorrection & { readonly recordId: number };
}

/**
 * Describes a document for its record when it is issued.
 * @param timeZone the store's time zone
 */
export function toRegistrationInput(
  { id, draft, identifiers }: InsertedDocument,
  timeZone: string,
): RegistrationInput {
  const { document, addresses, rows, taxes } = draft;
  const { headquarterId, date } = document;
  const year = getYearInZone(date, timeZone);
  const seriesHighWaterMark = isNumberRequest(draft.number) && {
    type: seriesTypes[draft.number.kind],
    headquarterId,
    year,
    last: identifiers.serial ?? 0,
  };
  const source = {
    invoiceId: null,
    replacesId: null,
    simplified: null,
    reason: null,
    reasonCode: null,
    ...document,
    addresses,
    taxes,
    rows: rows.map(({ row }) => row),
  };
  return {
    id,
    documentNumber: identifiers.documentNumber ?? '',
    source,
    ...(seriesHighWaterMark && { seriesHighWaterMark }),
  };
}
