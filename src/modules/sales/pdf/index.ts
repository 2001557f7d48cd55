export { type InvoiceFormat, invoiceFormats } from './document-pdf.dto';
export { toInvoiceAttachment } from './invoice-attachments';
export { PdfModule } from './pdf.module';
export { pdfKinds } from './sample-model';
export { previewDocument, listTemplateErrors } from './template-preview';
