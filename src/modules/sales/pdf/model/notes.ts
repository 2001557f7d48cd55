import { deliveryTypes, toCorrectionReason } from '../../documents';
import type { PdfKind } from '../labels/labels';
import type { LabelledText, TextBlock } from '../pdf-model';
import { toExemptionLines } from './exemptions';
import {
  isPayableKind,
  type LocalizedPdfSource,
  type DocumentReference,
  isPricedKind,
  isAfterSalesKind,
  isTaxDocumentKind,
  type PdfShipment,
  type ShippingDetails,
} from './pdf-source';

/** Shipping details with optional tracking number and price. */
type TrackedShipping = Omit<ShippingDetails, 'id'> &
  Partial<Pick<PdfShipment, 'trackingNumber' | 'price'>>;

/** Documents with the comment: working documents, but not tax documents. */
const kindsWithComment: readonly PdfKind[] = ['order', 'rma', 'return', 'deliveryNote', 'shipment'];

/** Returns number, dates and references of a document. */
export function toFacts(content: LocalizedPdfSource, number: string): LabelledText[] {
  const { kind, document, references, labels, formatter } = content;
  const { date, userPId, currencyCode } = document;
  const facts: (LabelledText | undefined)[] = [
    { label: labels.number, text: number },
    { label: labels.date, text: formatter.formatDate(content.shipment?.incomingDate ?? date) },
    ...references.flatMap((one) => toReferenceFacts(one, content)),
    ...toCorrectionFacts(content),
    ...toDeliveryFacts(content),
    userPId === null ? undefined : { label: labels.customerNumber, text: userPId },
    isPricedKind(kind) ? { label: labels.currency, text: currencyCode } : undefined,
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** Returns the reason why a credit note corrects its invoice. */
function toCorrectionFacts({ kind, document, labels }: LocalizedPdfSource): LabelledText[] {
  if (kind !== 'creditNote') return [];
  const reason = toCorrectionReason(document, labels);
  const text = [document.reasonCode, reason].filter((one) => one).join(': ');
  return text === '' ? [] : [{ label: labels.causeOfCorrection, text }];
}

/** Returns the date of delivery; invoices and credit notes always have a date of supply. */
function toDeliveryFacts({
  kind,
  document,
  supplyDate,
  labels,
  formatter,
}: LocalizedPdfSource): LabelledText[] {
  const { date, deliveryDate } = document;
  if (isTaxDocumentKind(kind)) {
    return [{ label: labels.supplyDate, text: formatter.formatDate(supplyDate ?? date) }];
  }
  return deliveryDate
    ? [{ label: labels.deliveryDate, text: formatter.formatDate(deliveryDate) }]
    : [];
}

/** Returns the number of a referenced document. A corrected or replaced invoice also has its date, to identify it without doubt. */
function toReferenceFacts(
  { kind, number, date }: DocumentReference,
  content: LocalizedPdfSource,
): LabelledText[] {
  const { labels, formatter } = content;
  if (!date) return [{ label: labels.titles[kind], text: number }];
  return [
    {
      label: content.kind === 'invoice' ? labels.replacedInvoice : labels.correctedInvoice,
      text: number,
    },
    { label: '', text: formatter.formatDate(date) },
  ];
}

/** Returns the blocks about payment and delivery. */
export function toNoteBlocks(content: LocalizedPdfSource): TextBlock[] {
  return [...toPaymentBlocks(content), ...toDeliveryBlocks(content)];
}

function toPaymentBlocks({ kind, document, labels, formatter }: LocalizedPdfSource): TextBlock[] {
  if (!isPayableKind(kind)) return [];
  const { paid, paymentDate, paymentName, transactionId } = document;
  const paidText = paymentDate
    ? fillPlaceholder(labels.paidOn, formatter.formatDate(paymentDate))
    : labels.paid;
  // An invoice is a snapshot and can't know about later payments, so it never shows "unpaid".
  const unpaid = kind === 'order' ? labels.unpaid : '';
  const lines = [
    paymentName,
    paid ? paidText : unpaid,
    transactionId === '' ? '' : `${labels.transaction}: ${transactionId}`,
  ].filter((line) => line !== '');
  return lines.length === 0 ? [] : [{ heading: labels.paymentMethod, lines }];
}

function toDeliveryBlocks(content: LocalizedPdfSource): TextBlock[] {
  const { kind, document, labels } = content;
  // The shippings of a credit note are refunded prices. Credit notes before version 1.1, which have no `rounding`, have
  // the shippings of the return.
  if (kind === 'creditNote' && document.rounding !== null) return [];
  const heading = isAfterSalesKind(kind) ? labels.returnDelivery : labels.delivery;
  // A location where goods are handed in is one of the addresses instead.
  const isHandedIn = isAfterSalesKind(kind) && document.delivery?.type === deliveryTypes.picking;
  const lines = isHandedIn
    ? []
    : listShippings(content).flatMap((one) => toShippingTexts(one, content));
  return lines.length === 0 ? [] : [{ heading, lines }];
}

function listShippings({
  document,
  shipment,
  deliveryNoteShipping,
}: LocalizedPdfSource): readonly TrackedShipping[] {
  const singleShipping = shipment ?? deliveryNoteShipping;
  return singleShipping ? [singleShipping] : (document.shippings ?? document.shipments);
}

function toShippingTexts(
  shipping: TrackedShipping,
  { kind, labels, formatter }: LocalizedPdfSource,
): string[] {
  const { name, shippingTypeName, packages, trackingNumber, price = 0 } = shipping;
  const title = name || shippingTypeName;
  // In returns, the price isn't part of the document's sums, so it is shown here.
  const isPriceShown = isAfterSalesKind(kind) && price !== 0;
  return [
    isPriceShown ? `${title}: ${formatter.formatWithCurrency(price)}` : title,
    packages > 0 ? fillPlaceholder(labels.packages, String(packages)) : '',
    trackingNumber ? `${labels.tracking}: ${trackingNumber}` : '',
  ].filter((line) => line !== '');
}

/** Returns remarks about the whole document: exemptions and the comment. */
export function toRemarks(content: LocalizedPdfSource): TextBlock[] {
  const { kind, document, labels } = content;
  const exemptions = toExemptionLines(content);
  const comment = kindsWithComment.includes(kind) ? document.comment.trim() : '';
  return [
    ...(exemptions.length === 0 ? [] : [{ heading: '', lines: exemptions }]),
    ...(comment === '' ? [] : [{ heading: labels.comment, lines: comment.split(/\r\n?|\n/) }]),
  ];
}

function fillPlaceholder(template: string, text: string): string {
  return template.replace('{}', () => text);
}
