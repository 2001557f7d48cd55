import { IdPath, OneOf } from '../../../api';
import { eDocumentFormats } from '../e-documents';

/** `{id}` and `{type}` in a path. */
export class DocumentFilePath extends IdPath {
  @OneOf(['pdf'], { description: 'The form of the document; pdf is the only one' })
  type!: 'pdf';
}

/** Forms of invoices and credit notes: that of the specification, and those that are additions to it. */
export const invoiceFormats = ['pdf', ...eDocumentFormats] as const;
export type InvoiceFormat = (typeof invoiceFormats)[number];

/** `{id}` and `{type}` in the path of an invoice or credit note. */
export class InvoiceFilePath extends IdPath {
  @OneOf(invoiceFormats, {
    description:
      'The form of the document. Additions to the specification, all of EN 16931: ubl (UBL 2.1, Peppol BIS ' +
      'Billing 3.0), cii (UN/CEFACT CII) and facturx (PDF/A-3 with the CII in it)',
  })
  type!: InvoiceFormat;
}
