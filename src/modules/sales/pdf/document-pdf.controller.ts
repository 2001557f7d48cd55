import { ApiController, type Heading, literal, Operation, Path } from '../../../api';
import { NotFound } from '../../../core/errors';
import { DocumentFilePath } from './document-pdf.dto';
import { DocumentPdfs, type PdfContent } from './document-pdfs.service';
import { PdfNotDrawn, PdfsBusy } from './pdf-workers';

const documentsAsPdfHeading: Heading = {
  name: 'Documents as PDF',
  rank: 1500,
  description: 'Every sales document as a PDF. The answer holds it in Base64.',
};

const content = literal<PdfContent>({
  content: { type: 'string', description: 'The PDF in Base64' },
});

/** One of the operations below; they differ in what they draw alone. @param id for the example */
function Download(path: string, id: number, summary: string, description?: string) {
  return Operation<PdfContent>('get', `${path}/:id/document/:type`, {
    summary,
    returns: content,
    cost: 'HEAVY',
    errors: [NotFound, PdfsBusy, PdfNotDrawn],
    examples: { id },
    ...(description === undefined ? {} : { description }),
  });
}

/** Specification, Sales documents: the download operations. */
@ApiController('', { area: 'sales', heading: documentsAsPdfHeading })
export class DocumentPdfController {
  constructor(private readonly pdfs: DocumentPdfs) {}

  @Download('orders', 1, 'Download an order')
  getOrderDocument(@Path() { id }: DocumentFilePath) {
    return this.pdfs.pdf('order', id);
  }

  @Download('invoices', 4, 'Download an invoice')
  getInvoiceDocument(@Path() { id }: DocumentFilePath) {
    return this.pdfs.pdf('invoice', id);
  }

  @Download(
    'creditNotes',
    10,
    'Download a credit note',
    'It names the return, its order and, where there is one, the invoice that it takes back.',
  )
  getCreditNoteDocument(@Path() { id }: DocumentFilePath) {
    return this.pdfs.pdf('creditNote', id);
  }

  @Download('returns', 7, 'Download a return')
  getReturnDocument(@Path() { id }: DocumentFilePath) {
    return this.pdfs.pdf('return', id);
  }

  @Download('rmas', 5, 'Download a return request')
  getRmaDocument(@Path() { id }: DocumentFilePath) {
    return this.pdfs.pdf('rma', id);
  }

  @Download('deliveryNotes', 11, 'Download a delivery note', 'It shows no prices.')
  getDeliveryNoteDocument(@Path() { id }: DocumentFilePath) {
    return this.pdfs.pdf('deliveryNote', id);
  }

  @Download(
    'shipments',
    1,
    'Download the packing slip of a shipment',
    'The lines of the order that go with the shipment, without prices, whether there is a delivery note ' +
      'of it or not; that has a download of its own.',
  )
  getShipmentDocument(@Path() { id }: DocumentFilePath) {
    return this.pdfs.pdf('shipment', id);
  }
}
