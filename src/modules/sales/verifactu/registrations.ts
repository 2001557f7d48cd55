import { formatInstant } from '../../../core/instant';
import { documentTypes } from '../documents';
import type { VerifactuInvoiceType } from './entities/verifactu-record.entity';
import { toBreakdown } from './breakdown';
import { type Recipient, toRecipient } from './recipient';
import type { DocumentIdentity, Registration } from './record-xml';
import type { SourceDocument } from './record-source';

/** Default of credit notes without a code: returns and other changes of the taxable amount. */
const DEFAULT_REASON_CODE = 'R1';

/** Other documents that a record names. */
export interface RelatedDocuments {
  readonly corrected: readonly DocumentIdentity[];
  readonly replaced: readonly DocumentIdentity[];
}

/** The content of a document's record, without its place in a chain. */
type RegistrationContent = Omit<
  Registration,
  'identity' | 'sequence' | 'previous' | 'software' | 'generatedAt' | 'issuerName' | 'correction'
>;

/**
 * Returns the content of the record of an invoice or credit note.
 * @param zone the store's time zone
 * @throws VerifactuNotExpressible
 */
export function toRegistration(
  source: SourceDocument,
  related: RelatedDocuments,
  zone: string,
): RegistrationContent {
  const recipient = toRecipient(source);
  const type = toInvoiceType(source, related, recipient);
  const isSimplified = type === 'F2' || type === 'R5';
  const suppliedOn = findEarlierSupply(source, zone);
  return {
    type,
    ...related,
    breakdown: toBreakdown(source),
    description: toDescription(source),
    isUnidentified: isSimplified && !isIssuedSimplified(source),
    ...(!isSimplified && recipient && { recipient }),
    ...(suppliedOn !== undefined && { suppliedOn }),
  };
}

/** Formats the calendar day of an instant: `dd-mm-yyyy`. */
export function formatRecordDay(instant: Date, zone: string): string {
  const [year, month, day] = formatInstant(instant, zone).slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}

/** Full invoices without a buyer's identification count as simplified ones (RD 1619/2012, article 6.1.d). */
function toInvoiceType(
  source: SourceDocument,
  { replaced }: RelatedDocuments,
  recipient: Recipient | undefined,
): VerifactuInvoiceType {
  const isSimplified = !recipient || isIssuedSimplified(source);
  if (source.type === documentTypes.creditNote) {
    return isSimplified
      ? 'R5'
      : ((source.reasonCode ?? DEFAULT_REASON_CODE) as VerifactuInvoiceType);
  }
  if (replaced.length > 0 && !isSimplified) return 'F3';
  return isSimplified ? 'F2' : 'F1';
}

/** Whether a document is a simplified invoice, or corrects one. */
function isIssuedSimplified({ simplified }: SourceDocument): boolean {
  return simplified === true;
}

/** The day of supply, if it is before that of the document. */
function findEarlierSupply(
  { date, deliveryDate, type }: SourceDocument,
  zone: string,
): string | undefined {
  if (!deliveryDate || deliveryDate >= date || type !== documentTypes.invoice) return undefined;
  const supplied = formatRecordDay(deliveryDate, zone);
  return supplied === formatRecordDay(date, zone) ? undefined : supplied;
}

/** The reason of a correction, or else what was sold. */
function toDescription({ reason, rows, type }: SourceDocument): string {
  if (reason) return reason;
  const names = [...new Set(rows.map(({ name }) => name.trim()).filter((name) => name !== ''))];
  const fallback = type === documentTypes.creditNote ? 'Rectificación' : 'Venta';
  return names.join('; ') || fallback;
}
