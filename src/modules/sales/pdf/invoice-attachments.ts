import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AttachmentReference, MailAttachments } from '../../../platform/events/outbox';
import type { EDocumentKind } from '../e-documents';
import type { InvoiceFormat } from './document-pdf.dto';
import { DocumentPdfs } from './document-pdfs.service';

/** The name that mails know this maker of attachments by. */
const ATTACHMENT_MAKER = 'invoice';

/** An invoice or credit note in a form, as a mail holds it. */
export function toInvoiceAttachment(
  kind: EDocumentKind,
  id: number,
  form: InvoiceFormat,
): AttachmentReference {
  return { maker: ATTACHMENT_MAKER, reference: { kind, id, form } };
}

/** Makes invoices and credit notes for the mails that they are attached to. */
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
