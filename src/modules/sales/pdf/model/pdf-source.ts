import type { Loaded } from '../../../../core/load-plan';
import type {
  AssembledDocument,
  AssembledRow,
  AssembledShipment,
  DocumentKind,
} from '../../documents';
import type { AdditionalItem } from '../../documents/entities/additional-item.entity';
import type { Labels, PdfKind } from '../labels/labels';
import type { packingSlipPlan, pdfPlan, shippingDetailsPlan } from '../pdf-plan';
import type { DocumentFormatter } from './document-formatter';

/** A document as it is loaded for its PDF, with nested parts. */
export type PdfDocument = AssembledDocument<Loaded<typeof pdfPlan>>;
export type PdfDocumentRow = AssembledRow<Loaded<typeof pdfPlan>>;
export type PdfAddress = PdfDocument['addresses'][number];

/** A shipment as it is loaded for its packing slip, with its rows. */
export type PdfShipment = AssembledShipment<Loaded<typeof packingSlipPlan>>;

/** Reference to a source document. */
export interface DocumentReference {
  readonly kind: DocumentKind;
  readonly number: string;
  /** Issue date of a corrected or replaced invoice. */
  readonly date?: Date;
}

/** Input of a PDF. */
export interface PdfSource {
  readonly kind: PdfKind;
  /** The assembled document; for a shipment its order. */
  readonly document: PdfDocument;
  /** The shipment of a packing slip, with its rows. */
  readonly shipment?: PdfShipment;
  /** Method and packages of the shipment of a delivery note. */
  readonly deliveryNoteShipping?: ShippingDetails;
  /** Date of supply of an invoice or credit note, from the document, its order or the order's shipments. */
  readonly supplyDate?: Date;
  /** Source documents, the nearest first. */
  readonly references: readonly DocumentReference[];
  /** Refunds in addition to the rows. */
  readonly additionalItems: readonly Pick<AdditionalItem, 'type' | 'name' | 'amount'>[];
}

/** Shipping method and packages of a shipment. */
export type ShippingDetails = Loaded<typeof shippingDetailsPlan>;

/** A source with the labels and formats of its document. */
export interface LocalizedPdfSource extends PdfSource {
  readonly labels: Labels;
  readonly formatter: DocumentFormatter;
}

/** Documents about returned goods. */
const afterSalesKinds: readonly PdfKind[] = ['rma', 'return', 'creditNote'];

/** Documents with mandatory details by tax law (Directive 2006/112/EC, article 226). */
const taxDocumentKinds: readonly PdfKind[] = ['invoice', 'creditNote'];

/** Documents that demand money. */
const payableKinds: readonly PdfKind[] = ['order', 'invoice'];

const unpricedKinds: readonly PdfKind[] = ['deliveryNote', 'shipment'];

/** Whether a document of a kind shows prices. */
export function isPricedKind(kind: PdfKind): boolean {
  return !unpricedKinds.includes(kind);
}

/** Whether a document is about returned goods. */
export function isAfterSalesKind(kind: PdfKind): boolean {
  return afterSalesKinds.includes(kind);
}

/** Whether a document counts as an invoice in tax law. */
export function isTaxDocumentKind(kind: PdfKind): boolean {
  return taxDocumentKinds.includes(kind);
}

/** Whether a document demands money, and so shows its payment. */
export function isPayableKind(kind: PdfKind): boolean {
  return payableKinds.includes(kind);
}
