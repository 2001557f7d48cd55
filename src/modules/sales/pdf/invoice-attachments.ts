import { Injectable } from '@nestjs/common';
import {
  type Attachment,
  AttachmentFactory,
  type AttachmentReference,
} from '../../../platform/events/outbox';
import type { EDocumentKind } from '../e-documents';
import type { InvoiceFormat } from './document-pdf.dto';
import { DocumentPdfsService } from './document-pdfs.service';

/** Name of this source of attachments in the outbox. */
const ATTACHMENT_FACTORY_NAME = 'invoice';

/** Creates a reference to an invoice or credit note, which is issued when its mail is sent. */
export function toInvoiceAttachmentReference(
  kind: EDocumentKind,
  id: number,
  format: InvoiceFormat,
): AttachmentReference {
  /** `maker` and `form` are persisted keys; `form` is the file format. */
  return { maker: ATTACHMENT_FACTORY_NAME, reference: { kind, id, form: format } };
}

/** Issues invoices and credit notes that are attached to mails. */
@Injectable()
@AttachmentFactory()
export class InvoiceAttachments implements AttachmentFactory {
  readonly factoryName = ATTACHMENT_FACTORY_NAME;

  constructor(private readonly pdfs: DocumentPdfsService) {}

  createAttachment({ kind, id, form }: AttachmentReference['reference']): Promise<Attachment> {
    return this.pdfs.getIssuedFile(kind as EDocumentKind, Number(id), form as InvoiceFormat);
  }
}
