import { IdPath, OneOf } from '../../../api';
import { eDocumentFormats } from '../e-documents';

/** `{id}` and `{type}` in a path. */
export class DocumentFilePath extends IdPath {
  @OneOf(['pdf'], { description: 'Format of the document; only pdf' })
  type!: 'pdf';
}

/** Formats of invoices and credit notes: pdf of the specification, and structured ones as extensions. */
export const invoiceFormats = ['pdf', ...eDocumentFormats] as const;
export type InvoiceFormat = (typeof invoiceFormats)[number];

/** `{id}` and `{type}` in the path of an invoice or credit note. */
export class InvoiceFilePath extends IdPath {
  @OneOf(invoiceFormats, {
    description:
      'Format of the document. Extensions of the specification, all by EN 16931: ubl (UBL 2.1, Peppol BIS ' +
      'Billing 3.0), cii (UN/CEFACT CII) and facturx (PDF/A-3 with embedded CII)',
  })
  type!: InvoiceFormat;
}
