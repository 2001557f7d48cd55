import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AttachmentReference, MailAttachments } from '../../../platform/events/outbox';
import type { EDocumentKind } from '../e-documents';
import type { InvoiceFormat } from './document-pdf.dto';
import { DocumentPdfs } from './document-pdfs.service';

/** Name of this source of attachments in the outbox. */
const ATTACHMENT_MAKER = 'invoice';

/** Creates a reference to an invoice or credit note, which is rendered when its mail is sent. */
export function toInvoiceAttachment(
  kind: EDocumentKind,
  id: number,
  form: InvoiceFormat,
): AttachmentReference {
  return { maker: ATTACHMENT_MAKER, reference: { kind, id, form } };
}

/** Renders invoices and credit notes that are attached to mails. */
@Injectable()
export class InvoiceAttachments implements OnModuleInit {
  constructor(
    private readonly attachments: MailAttachments,
    private readonly pdfs: DocumentPdfs,
  ) {}

  onModuleInit(): void {
    this.attachments.register(ATTACHMENT_MAKER, ({ kind, id, form }) =>
      this.pdfs.renderInvoice(kind as EDocumentKind, Number(id), form as InvoiceFormat),
    );
  }
}
