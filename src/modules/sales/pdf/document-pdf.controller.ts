import { ApiController, type OpenApiTag, Operation, PathParams } from '../../../api';
import { NotFound } from '../../../core/errors';
import { FileStoreFull, FileStoreUnavailable } from '../../../platform/media/files';
import { DocumentAnnulled } from '../documents/changes/annulments';
import { DocumentNotExpressible } from '../e-documents';
import type { DocumentFile } from './document-file';
import { DocumentFilePath, InvoiceFilePath } from './document-pdf.dto';
import { documentPdf, invoiceFile } from './document-pdf.record';
import { DocumentPdfs } from './document-pdfs.service';
import { PdfFontMissing, PdfRenderingFailed, PdfQueueFull } from './document-renderer';

const documentPdfsOpenApiTag: OpenApiTag = {
  name: 'Documents as PDF',
  position: 800,
  description:
    'Every sales document as a PDF. Choose the media type `application/pdf` below Responses to save the file; JSON ' +
    'contains it in Base64.',
};

/** Declares a download operation. @param id example of the document's id */
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

/** Declares a download operation that also returns structured invoices. @param id example of the document's id */
function DownloadInvoice(path: string, id: number, summary: string, description: string) {
  return Operation<DocumentFile>('get', `${path}/:id/document/:type`, {
    summary,
    description,
    returns: invoiceFile,
    cost: 'HEAVY',
    errors: [
      NotFound,
      DocumentAnnulled,
      DocumentNotExpressible,
      PdfQueueFull,
      PdfRenderingFailed,
      PdfFontMissing,
      FileStoreFull,
      FileStoreUnavailable,
    ],
    examples: { id },
  });
}

/** Downloads documents as files (specification, Sales documents). */
@ApiController('', { area: 'sales', openApiTag: documentPdfsOpenApiTag })
export class DocumentPdfController {
  constructor(private readonly pdfs: DocumentPdfs) {}

  @Download(
    'orders',
    1,
    'Download an order',
    'Renders the current order in its own language. The document is not an invoice.',
  )
  getOrderDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('order', id);
  }

  @DownloadInvoice(
    'invoices',
    4,
    'Download an invoice',
    "Returns the invoice in its own language; later changes of the order don't affect it. The file is stored when it is " +
      'first downloaded, and every later download returns the same bytes. ' +
      'As an extension it is also available as a structured invoice, which companies and states accept.',
  )
  getInvoiceDocument(@PathParams() { id, type }: InvoiceFilePath) {
    return this.pdfs.issue('invoice', id, type);
  }

  @DownloadInvoice(
    'creditNotes',
    10,
    'Download a credit note',
    'Returns the credit note with the numbers of the return, the order and the corrected invoice, if there is one. ' +
      'The file is stored when it is first downloaded, and every later download returns the same bytes. ' +
      'As an extension it is also available as a structured credit note.',
  )
  getCreditNoteDocument(@PathParams() { id, type }: InvoiceFilePath) {
    return this.pdfs.issue('creditNote', id, type);
  }

  @Download(
    'returns',
    7,
    'Download a return',
    'Renders the returned goods with their value, in the language of the order.',
  )
  getReturnDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('return', id);
  }

  @Download(
    'rmas',
    5,
    'Download a return request',
    'Renders the current return request, in the language of the order.',
  )
  getRmaDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('rma', id);
  }

  @Download(
    'deliveryNotes',
    11,
    'Download a delivery note',
    'Renders the goods and addresses of the delivery note, without prices.',
  )
  getDeliveryNoteDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('deliveryNote', id);
  }

  @Download(
    'shipments',
    1,
    'Download the packing slip of a shipment',
    'Renders the rows of the shipment without prices, even if the shipment has no delivery note. Delivery notes ' +
      'have their own download.',
  )
  getShipmentDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('shipment', id);
  }
}
