import { formatInstant } from '../../../core/instant';
import { documentTypes } from '../documents';
import type { VerifactuInvoiceType } from './entities/verifactu-record.entity';
import { toBreakdown } from './breakdown';
import { type InvoiceRecipient, toRecipient } from './recipient';
import type { DocumentIdentity, Registration } from './record-xml';
import type { RecordSourceDocument } from './record-source-document';

/** Default of credit notes without a code: returns and other changes of the taxable amount. */
const DEFAULT_REASON_CODE = 'R1';

/** Other documents that a record names. */
export interface RelatedDocuments {
  readonly correctedInvoices: readonly DocumentIdentity[];
  readonly replacedInvoices: readonly DocumentIdentity[];
}

/** The content of a document's record, without its place in a chain. */
type RegistrationContent = Omit<
  Registration,
  | 'identity'
  | 'sequence'
  | 'previousRecord'
  | 'software'
  | 'generatedAt'
  | 'issuerName'
  | 'correction'
>;

/**
 * Returns the content of the record of an invoice or credit note.
 * @param timeZone the store's time zone
 * @throws VerifactuNotExpressible
 */
export function toRegistrationContent(
  source: RecordSourceDocument,
  related: RelatedDocuments,
  timeZone: string,
): RegistrationContent {
  const recipient = toRecipient(source);
  const type = toInvoiceType(source, related, recipient);
  const isSimplified = type === 'F2' || type === 'R5';
  const suppliedOn = findEarlierSupplyDate(source, timeZone);
  return {
    type,
    ...related,
    breakdown: toBreakdown(source),
    description: toDescription(source),
    isBuyerUnidentified: isSimplified && !isIssuedSimplified(source),
    ...(!isSimplified && recipient && { recipient }),
    ...(suppliedOn !== undefined && { suppliedOn }),
  };
}

/** Formats the calendar day of an instant: `dd-mm-yyyy`. */
export function formatRecordDate(instant: Date, timeZone: string): string {
  const [year, month, day] = formatInstant(instant, timeZone).slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}

/** Full invoices without a buyer's identification count as simplified ones (RD 1619/2012, article 6.1.d). */
function toInvoiceType(
  source: RecordSourceDocument,
  { replacedInvoices }: RelatedDocuments,
  recipient: InvoiceRecipient | undefined,
): VerifactuInvoiceType {
  const isSimplified = !recipient || isIssuedSimplified(source);
  if (source.type === documentTypes.creditNote) {
    return isSimplified
      ? 'R5'
      : ((source.reasonCode ?? DEFAULT_REASON_CODE) as VerifactuInvoiceType);
  }
  if (replacedInvoices.length > 0 && !isSimplified) return 'F3';
  return isSimplified ? 'F2' : 'F1';
}

/** Whether a document is a simplified invoice, or corrects one. */
function isIssuedSimplified({ simplified }: RecordSourceDocument): boolean {
  return simplified === true;
}

/** The day of supply, if it is before that of the document. */
function findEarlierSupplyDate(
  { date, deliveryDate, type }: RecordSourceDocument,
  timeZone: string,
): string | undefined {
  if (!deliveryDate || deliveryDate >= date || type !== documentTypes.invoice) return undefined;
  const supplyDate = formatRecordDate(deliveryDate, timeZone);
  return supplyDate === formatRecordDate(date, timeZone) ? undefined : supplyDate;
}

/** The reason of a correction, or else what was sold. */
function toDescription({ reason, rows, type }: RecordSourceDocument): string {
  if (reason) return reason;
  const names = [...new Set(rows.map(({ name }) => name.trim()).filter((name) => name !== ''))];
  const fallback = type === documentTypes.creditNote ? 'Rectificación' : 'Venta';
  return names.join('; ') || fallback;
}
