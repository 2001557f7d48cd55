import { Module } from '@nestjs/common';
import { OutboxModule } from '../../outbox';
import { AfterSalesModule } from '../after-sales';
import { DocumentsModule } from '../documents';
import { DocumentPdfController } from './document-pdf.controller';
import { DocumentPdfs } from './document-pdfs.service';
import { InvoiceAttachments } from './invoice-attachments';
import { IssuedEDocuments } from './issued-e-documents';
import { Logos } from './logos';
import { OwnFonts } from './own-fonts';
import { PdfSources } from './pdf-sources';
import { PdfWorkers } from './pdf-workers';

/** Sales documents and shipments as PDF. */
@Module({
  imports: [AfterSalesModule, DocumentsModule, OutboxModule],
  controllers: [DocumentPdfController],
  providers: [
    DocumentPdfs,
    InvoiceAttachments,
    IssuedEDocuments,
    Logos,
    OwnFonts,
    PdfSources,
    PdfWorkers,
  ],
})
export class PdfModule {}
