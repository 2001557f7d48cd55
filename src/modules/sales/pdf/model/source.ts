import type { Loaded } from '../../../../core/load-plan';
import type {
  AdditionalItem,
  Assembled,
  AssembledRow,
  AssembledShipment,
  DocumentKind,
} from '../../documents';
import type { Labels, PdfKind } from '../labels/labels';
import type { packingSlipPlan, pdfPlan, shippingDetailsPlan } from '../pdf-plan';
import type { Formats } from './formats';

/** A document as it is read for its PDF, its parts in their places. */
export type PdfDocument = Assembled<Loaded<typeof pdfPlan>>;
export type PdfDocumentRow = AssembledRow<Loaded<typeof pdfPlan>>;
export type PdfAddress = PdfDocument['addresses'][number];

/** A shipment as it is read for its packing slip, with its rows. */
export type PdfShipment = AssembledShipment<Loaded<typeof packingSlipPlan>>;

/** Another document that this one goes back to. */
export interface DocumentReference {
  readonly kind: DocumentKind;
  readonly number: string;
  /** Of an invoice that is taken back: when it was issued. */
  readonly date?: Date;
}

/** What a PDF is made of. */
export interface PdfSource {
  readonly kind: PdfKind;
  /** Put together; of a shipment its order. */
  readonly document: PdfDocument;
  /** The shipment of a packing slip, with its rows. */
  readonly shipment?: PdfShipment;
  /** How the goods are sent, where that is not known to the document. */
  readonly shippingDetails?: ShippingDetails;
  /** When the goods of an invoice or credit note were supplied, as its order or the order's shipments have it. */
  readonly supplyDate?: Date;
  /** The documents that this one goes back to, the nearest first. */
  readonly references: readonly DocumentReference[];
  /** What is given back besides the rows. */
  readonly additionalItems: readonly Pick<AdditionalItem, 'type' | 'name' | 'amount'>[];
}

/** How a shipment is sent. */
export type ShippingDetails = Loaded<typeof shippingDetailsPlan>;

/** A source, and how its document is worded and written. */
export interface PdfContent extends PdfSource {
  readonly labels: Labels;
  readonly formats: Formats;
}

/** Documents of goods that come back. */
const returnKinds: readonly PdfKind[] = ['rma', 'return', 'creditNote'];

/** Documents that tax law wants something of (Directive 2006/112/EC, article 226). */
const taxDocumentKinds: readonly PdfKind[] = ['invoice', 'creditNote'];

const unpricedKinds: readonly PdfKind[] = ['deliveryNote', 'shipment'];

/** Whether a document of a kind shows prices. */
export function isPricedKind(kind: PdfKind): boolean {
  return !unpricedKinds.includes(kind);
}

/** Whether a document is about goods that come back. */
export function isReturnKind(kind: PdfKind): boolean {
  return returnKinds.includes(kind);
}

/** Whether a document is an invoice to tax law. */
export function isTaxDocumentKind(kind: PdfKind): boolean {
  return taxDocumentKinds.includes(kind);
}
