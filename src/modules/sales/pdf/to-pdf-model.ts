import { getLabels } from './labels';
import { toFooterText, toPartyBlocks, toSellerLines } from './model/addresses';
import { DocumentFormatter } from './model/document-formatter';
import { toFacts, toNoteBlocks, toRemarks } from './model/notes';
import { toRowsTable } from './model/rows-table';
import {
  type LocalizedPdfSource,
  isPricedKind,
  isTaxDocumentKind,
  type PdfSource,
} from './model/pdf-source';
import { toTaxTable, toTotalLines } from './model/pdf-totals';
import type { PdfModel } from './pdf-model';

/** Inputs of a PDF in addition to its document. */
interface PdfSettings {
  /** IANA time zone of dates. */
  readonly timeZone: string;
  readonly logo?: Uint8Array | undefined;
}

/**
 * Converts a document to the content of its PDF. The result depends only on the document and the settings.
 */
export async function toPdfModel(
  source: PdfSource,
  { timeZone, logo }: PdfSettings,
): Promise<PdfModel> {
  const { kind, document } = source;
  const { languageCode: language, currencyCode: currency, headquarter } = document;
  const labels = getLabels(language);
  const country = headquarter?.countryCode ?? '';
  const { isRightToLeft } = labels;
  const formatter = new DocumentFormatter({ language, country, currency, timeZone, isRightToLeft });
  const content: LocalizedPdfSource = { ...source, labels, formatter };
  const name = toTitle(content);
  const title = document.annulled ? `${name} (${labels.annulled})` : name;
  const number = toDisplayNumber(source);
  const taxes = isPricedKind(kind) ? toTaxTable(content) : undefined;
  return {
    kind,
    language,
    ...(isRightToLeft ? { isRightToLeft } : {}),
    title,
    number,
    author: headquarter?.name ?? '',
    subject: `${title} ${number}, ${document.customerName}`,
    // The content of an issued document never changes; `updatedAt` also changes when it is credited, for example.
    changedAt: (isTaxDocumentKind(kind) ? document.date : document.updatedAt).getTime(),
    ...(logo ? { logo } : {}),
    ...(document.verifactu ? { confirmationUrl: document.verifactu.url } : {}),
    seller: toSellerLines(content),
    facts: toFacts(content, number),
    parties: toPartyBlocks(content),
    rows: await toRowsTable(content),
    totals: isPricedKind(kind) ? toTotalLines(content) : [],
    ...(taxes ? { taxes } : {}),
    notes: toNoteBlocks(content),
    remarks: toRemarks(content),
    ...(kind === 'deliveryNote'
      ? { signature: { statement: labels.received, caption: labels.signature } }
      : {}),
    footer: toFooterText(content),
  };
}

function toTitle({ kind, document, labels }: LocalizedPdfSource): string {
  if (document.simplified && kind === 'invoice') return labels.simplifiedInvoice;
  if (document.simplified && kind === 'creditNote') return labels.simplifiedCreditNote;
  return labels.titles[kind];
}

/** Returns the number of a document. A shipment has no number, so its pId or its position in the order is used. */
export function toDisplayNumber({ document, shipment }: PdfSource): string {
  const number = document.documentNumber ?? document.pId;
  if (!shipment) return number;
  const position = document.shipments.findIndex(({ id }) => id === shipment.id) + 1;
  return shipment.pId ?? `${number}/${position}`;
}
