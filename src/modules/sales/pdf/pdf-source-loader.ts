import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import { whereEquals, DataAccess } from '../../../database';
import { Headquarter } from '../../../platform/catalog';
import { RmaAdditionalItems } from '../after-sales';
import { type DocumentKind, toDocumentKind, documentTypes, Documents } from '../documents';
import { RetainedCustomers } from '../documents/copies/retained-customers';
import type { SalesDocument } from '../documents/entities/document.entity';
import { Shipment } from '../documents/entities/shipment.entity';
import type { EDocumentSourceDocument, EDocumentKind, EDocumentSource } from '../e-documents';
import {
  type DocumentReference,
  isTaxDocumentKind,
  type PdfDocument,
  type PdfSource,
  type ShippingDetails,
} from './model/pdf-source';
import {
  electronicAddressPlan,
  ancestorPlan,
  supplyDatePlan,
  invoicePlan,
  documentIdentityPlan,
  packingSlipPlan,
  pdfPlan,
  shippingDetailsPlan,
  shipmentOrderPlan,
} from './pdf-plan';

type ParentReference = Pick<SalesDocument, 'parentId' | 'parentType' | 'parentNumber'>;

/** The source documents of a document. */
interface DocumentOrigin {
  readonly references: readonly DocumentReference[];
  /** Id of the RMA among them. */
  readonly rmaId?: number;
  readonly orderId?: number;
}

/** Inputs of the PDF and of the structured formats of an invoice or credit note. */
interface InvoiceSource {
  readonly source: PdfSource;
  readonly eDocumentSource: Omit<EDocumentSource, 'timeZone'>;
}

/** Loads the data of PDFs. The number of queries depends only on the kind of document. */
@Injectable()
export class PdfSourceLoader {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly rmaAdditionalItems: RmaAdditionalItems,
    private readonly retainedCustomers: RetainedCustomers,
  ) {}

  /** @throws NotFound */
  async loadDocument(kind: DocumentKind, id: number): Promise<PdfSource> {
    const document = await this.documents.get(kind, id, pdfPlan);
    return this.loadSource(
      kind,
      isTaxDocumentKind(kind)
        ? await this.retainedCustomers.withRetainedCustomer(document)
        : document,
    );
  }

  /** Loads pId, number and date of an invoice or credit note. @throws NotFound */
  loadDocumentIdentity(kind: EDocumentKind, id: number) {
    return this.documents.get(kind, id, documentIdentityPlan);
  }

  private async loadSource(kind: DocumentKind, document: PdfDocument): Promise<PdfSource> {
    const origin = await this.loadOrigin(document);
    const rmaId = kind === 'rma' ? document.id : origin.rmaId;
    const additionalItems = rmaId === undefined ? [] : await this.rmaAdditionalItems.list(rmaId);
    const deliveryNoteShipping =
      kind === 'deliveryNote' ? await this.findShippingDetails(document) : undefined;
    const invoices = isTaxDocumentKind(kind)
      ? await this.listPrecedingInvoices(document, origin)
      : [];
    const supplyDate = isTaxDocumentKind(kind)
      ? (document.deliveryDate ?? (await this.findSupplyDate(origin)))
      : undefined;
    return {
      kind,
      document,
      ...(supplyDate ? { supplyDate } : {}),
      additionalItems,
      ...(deliveryNoteShipping ? { deliveryNoteShipping } : {}),
      references: [...origin.references, ...invoices],
    };
  }

  /** Loads an invoice or credit note for its PDF and structured formats. @throws NotFound */
  async loadInvoice(kind: EDocumentKind, id: number): Promise<InvoiceSource> {
    const document = await this.retainedCustomers.withRetainedCustomer(
      await this.documents.get(kind, id, invoicePlan),
    );
    const source = await this.loadSource(kind, document);
    const { references, supplyDate, additionalItems } = source;
    const preceding = references.find((one) => one.kind === 'invoice');
    const order = references.find((one) => one.kind === 'order');
    return {
      source,
      eDocumentSource: {
        kind,
        document: await this.withElectronicAddress(document),
        additionalItems,
        orderNumber: order?.number ?? '',
        supplyDate: supplyDate ?? null,
        ...(preceding?.date
          ? { precedingInvoice: { number: preceding.number, date: preceding.date } }
          : {}),
      },
    };
  }

  /** Adds the headquarter's current electronic address to a document that was created without one. */
  private async withElectronicAddress(
    document: EDocumentSourceDocument,
  ): Promise<EDocumentSourceDocument> {
    const { headquarter, headquarterId } = document;
    if (!headquarter || headquarter.electronicAddress) return document;
    const currentHeadquarter = await this.dataAccess.loader.findById(
      Headquarter,
      headquarterId,
      electronicAddressPlan,
    );
    if (!currentHeadquarter?.electronicAddress) return document;
    const { electronicAddress, electronicAddressScheme } = currentHeadquarter;
    return {
      ...document,
      headquarter: {
        ...headquarter,
        electronicAddress,
        ...(electronicAddressScheme !== null && { electronicAddressScheme }),
      },
    };
  }

  /** Loads the packing slip of a shipment. @throws NotFound */
  async loadShipment(id: number): Promise<PdfSource> {
    const found = await this.dataAccess.loader.findById(Shipment, id, shipmentOrderPlan);
    if (!found) throw new NotFound({ resource: 'shipment', id });
    const document = await this.documents.get('order', found.documentId, packingSlipPlan);
    const shipment = document.shipments.find((one) => one.id === id);
    if (!shipment) throw new NotFound({ resource: 'shipment', id });
    const references = [{ kind: 'order' as const, number: document.documentNumber ?? '' }];
    return { kind: 'shipment', document, shipment, references, additionalItems: [] };
  }

  /** Follows the parents up to the order. */
  private async loadOrigin(document: PdfDocument): Promise<DocumentOrigin> {
    const references: DocumentReference[] = [];
    let rmaId: number | undefined;
    for (let child: ParentReference = document; ;) {
      const kind = toDocumentKind(child.parentType);
      if (kind === undefined || child.parentId === null) return { references };
      const number = child.parentNumber ?? '';
      if (kind !== 'invoice') references.push({ kind, number });
      if (kind === 'rma') rmaId = child.parentId;
      if (kind === 'order') {
        return { references, orderId: child.parentId, ...(rmaId === undefined ? {} : { rmaId }) };
      }
      child = await this.documents.get(kind, child.parentId, ancestorPlan);
    }
  }

  /** Finds shipping method and packages of a delivery note's shipment. */
  private async findShippingDetails({
    soleParentId,
  }: PdfDocument): Promise<ShippingDetails | undefined> {
    if (soleParentId === null) return undefined;
    return this.dataAccess.loader.findById(Shipment, soleParentId, shippingDetailsPlan);
  }

  /** Returns the delivery date of an order, or else the latest incoming date of its shipments. */
  private async findSupplyDate({ orderId }: DocumentOrigin): Promise<Date | undefined> {
    if (orderId === undefined) return undefined;
    const order = await this.documents.get('order', orderId, supplyDatePlan);
    const incomingTimes = order.shipments.map(({ incomingDate }) => incomingDate.getTime());
    if (order.deliveryDate) return order.deliveryDate;
    return incomingTimes.length === 0 ? undefined : new Date(Math.max(...incomingTimes));
  }

  /**
   * Lists the invoice that a credit note corrects, or the simplified one that a full invoice replaces. Older credit
   * notes don't name their invoice, so the order's first one is listed.
   */
  private async listPrecedingInvoices(
    { type, invoiceId, replacesId }: Pick<SalesDocument, 'type' | 'invoiceId' | 'replacesId'>,
    { orderId }: DocumentOrigin,
  ): Promise<DocumentReference[]> {
    const isInvoice = type === documentTypes.invoice;
    if (orderId === undefined || (isInvoice && !replacesId)) return [];
    const invoices = await this.documents.list(
      'invoice',
      [whereEquals('parentId', orderId)],
      documentIdentityPlan,
    );
    const precedingId = isInvoice ? replacesId : (invoiceId ?? invoices[0]?.id);
    const invoice = invoices.find(({ id }) => id === precedingId);
    if (!invoice) return [];
    return [{ kind: 'invoice', number: invoice.documentNumber ?? '', date: invoice.date }];
  }
}
