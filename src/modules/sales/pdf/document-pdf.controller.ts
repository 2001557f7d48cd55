import { ApiController, type OpenApiTag, Operation, PathParams } from '../../../api';
import { NotFound } from '../../../core/errors';
import { DocumentNotExpressible } from '../e-documents';
import type { DocumentFile } from './document-file';
import { DocumentFilePath, InvoiceFilePath } from './document-pdf.dto';
import { documentPdf, invoiceFile } from './document-pdf.record';
import { DocumentPdfs } from './document-pdfs.service';
import { PdfFontMissing, PdfRenderingFailed, PdfQueueFull } from './document-renderer';

const documentPdfsOpenApiTag: OpenApiTag = {
  name: 'Documents as PDF',
  rank: 800,
  description:
    'Every sales document as a PDF: choose the media type `application/pdf` below Responses for a file to save; JSON ' +
    'holds it in Base64.',
};

/** One of the operations below, which differ only in what they draw. @param id for the example */
function Download(path: string, id: number, summary: string, description?: string) {
  return Operation<DocumentFile>('get', `${path}/:id/document/:type`, {
    summary,
    returns: documentPdf,
    cost: 'HEAVY',
    errors: [NotFound, PdfQueueFull, PdfRenderingFailed, PdfFontMissing],
    examples: { id },
    ...(description === undefined ? {} : { description }),
  });
}

/** One of the operations below that also answer structured invoices. @param id for the example */
function DownloadInvoice(path: string, id: number, summary: string, description: string) {
  return Operation<DocumentFile>('get', `${path}/:id/document/:type`, {
    summary,
    description,
    returns: invoiceFile,
    cost: 'HEAVY',
    errors: [NotFound, DocumentNotExpressible, PdfQueueFull, PdfRenderingFailed, PdfFontMissing],
    examples: { id },
  });
}

/** Specification, Sales documents: the download operations. */
@ApiController('', { area: 'sales', heading: documentPdfsOpenApiTag })
export class DocumentPdfController {
  constructor(private readonly pdfs: DocumentPdfs) {}

  @Download(
    'orders',
    1,
    'Download an order',
    'The order as it is now, drawn in its own language; it is no invoice.',
  )
  getOrderDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('order', id);
  }

  @DownloadInvoice(
    'invoices',
    4,
    'Download an invoice',
    "The invoice as it was issued, drawn in its own language; later changes of the order don't reach it. " +
      'As an addition it comes as a structured invoice, which companies and states accept.',
  )
  getInvoiceDocument(@PathParams() { id, type }: InvoiceFilePath) {
    return this.pdfs.renderInvoice('invoice', id, type);
  }

  @DownloadInvoice(
    'creditNotes',
    10,
    'Download a credit note',
    'It names the return, its order and, where there is one, the invoice that it takes back. ' +
      'As an addition it comes as a structured credit note.',
  )
  getCreditNoteDocument(@PathParams() { id, type }: InvoiceFilePath) {
    return this.pdfs.renderInvoice('creditNote', id, type);
  }

  @Download(
    'returns',
    7,
    'Download a return',
    'The goods that came back, with what they are worth, drawn in the language of the order.',
  )
  getReturnDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('return', id);
  }

  @Download(
    'rmas',
    5,
    'Download a return request',
    'What the customer asks to return, as it is now, drawn in the language of the order.',
  )
  getRmaDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('rma', id);
  }

  @Download(
    'deliveryNotes',
    11,
    'Download a delivery note',
    'The goods of the parcels with their addresses, without any prices, as the note was issued.',
  )
  getDeliveryNoteDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('deliveryNote', id);
  }

  @Download(
    'shipments',
    1,
    'Download the packing slip of a shipment',
    'The lines of the order that go with the shipment, without prices, whether there is a delivery note ' +
      'of it or not; that has a download of its own.',
  )
  getShipmentDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('shipment', id);
  }
}
