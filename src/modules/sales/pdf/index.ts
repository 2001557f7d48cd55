export { type InvoiceForm, invoiceForms } from './document-pdf.dto';
export { invoiceAttachment } from './invoice-attachments';
export { PdfModule } from './pdf.module';
