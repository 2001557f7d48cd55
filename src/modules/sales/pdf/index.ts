export { DocumentPdfsService } from './document-pdfs.service';
export { type InvoiceFormat, invoiceFormats } from './document-pdf.dto';
export { toInvoiceAttachmentReference } from './invoice-attachments';
export { IssuedFiles } from './issued-files';
export { PdfModule } from './pdf.module';
export { pdfKinds } from './sample-model';
export { previewDocument, listTemplateErrors } from './template-preview';
