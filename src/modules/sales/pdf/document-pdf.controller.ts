import { ApiController, type OpenApiTag, Operation, PathParams } from '../../../api';
import { NotFound } from '../../../core/errors';
import { FileStoreFull, FileStoreUnavailable } from '../../../platform/media/files';
import { DocumentAnnulled } from '../documents/changes/document-annulments';
import { DocumentNotExpressible } from '../e-documents';
import { DocumentFilePath, InvoiceFilePath } from './document-pdf.dto';
import { documentPdfResponse, invoiceFileResponse } from './document-pdf.record';
import { DocumentPdfsService } from './document-pdfs.service';
import { PdfFontMissing, PdfRenderingFailed, PdfQueueFull } from './document-renderer';

const documentPdfsOpenApiTag: OpenApiTag = {
  name: 'Documents as PDF',
  position: 800,
  description:
    'Every sales document as a PDF. Choose the media type `application/pdf` below Responses to save the file; JSON ' +
    'contains it in Base64.',
};

const renderingErrors = [NotFound, PdfQueueFull, PdfRenderingFailed, PdfFontMissing];

/** Options of a download as PDF. */
const downloadOptions = {
  returns: documentPdfResponse,
  cost: 'HEAVY',
  errors: renderingErrors,
} as const;

/** Options of a download that also returns structured invoices. */
const invoiceDownloadOptions = {
  returns: invoiceFileResponse,
  cost: 'HEAVY',
  errors: [
    DocumentAnnulled,
    DocumentNotExpressible,
    ...renderingErrors,
    FileStoreFull,
    FileStoreUnavailable,
  ],
} as const;

/** Downloads documents as files (specification, Sales documents). */
@ApiController('', { area: 'sales', openApiTag: documentPdfsOpenApiTag })
export class DocumentPdfController {
  constructor(private readonly pdfs: DocumentPdfsService) {}

  @Operation('get', 'orders/:id/document/:type', {
    summary: 'Download an order',
    description: 'Renders the current order in its own language. The document is not an invoice.',
    ...downloadOptions,
    pathExamples: { id: 1 },
  })
  getOrderDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('order', id);
  }

  @Operation('get', 'invoices/:id/document/:type', {
    summary: 'Download an invoice',
    description:
      "Returns the invoice in its own language; later changes of the order don't affect it. The file is stored when it is " +
      'first downloaded, and every later download returns the same bytes. ' +
      'As an extension it is also available as a structured invoice, which companies and states accept.',
    ...invoiceDownloadOptions,
    pathExamples: { id: 4 },
  })
  getInvoiceDocument(@PathParams() { id, type }: InvoiceFilePath) {
    return this.pdfs.getIssuedFile('invoice', id, type);
  }

  @Operation('get', 'creditNotes/:id/document/:type', {
    summary: 'Download a credit note',
    description:
      'Returns the credit note with the numbers of the return, the order and the corrected invoice, if there is one. ' +
      'The file is stored when it is first downloaded, and every later download returns the same bytes. ' +
      'As an extension it is also available as a structured credit note.',
    ...invoiceDownloadOptions,
    pathExamples: { id: 10 },
  })
  getCreditNoteDocument(@PathParams() { id, type }: InvoiceFilePath) {
    return this.pdfs.getIssuedFile('creditNote', id, type);
  }

  @Operation('get', 'returns/:id/document/:type', {
    summary: 'Download a return',
    description: 'Renders the returned goods with their value, in the language of the order.',
    ...downloadOptions,
    pathExamples: { id: 7 },
  })
  getReturnDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('return', id);
  }

  @Operation('get', 'rmas/:id/document/:type', {
    summary: 'Download a return request',
    description: 'Renders the current return request, in the language of the order.',
    ...downloadOptions,
    pathExamples: { id: 5 },
  })
  getRmaDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('rma', id);
  }

  @Operation('get', 'deliveryNotes/:id/document/:type', {
    summary: 'Download a delivery note',
    description: 'Renders the goods and addresses of the delivery note, without prices.',
    ...downloadOptions,
    pathExamples: { id: 11 },
  })
  getDeliveryNoteDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('deliveryNote', id);
  }

  @Operation('get', 'shipments/:id/document/:type', {
    summary: 'Download the packing slip of a shipment',
    description:
      'Renders the rows of the shipment without prices, even if the shipment has no delivery note. Delivery notes ' +
      'have their own download.',
    ...downloadOptions,
    pathExamples: { id: 1 },
  })
  getShipmentDocument(@PathParams() { id }: DocumentFilePath) {
    return this.pdfs.renderPdf('shipment', id);
  }
}
