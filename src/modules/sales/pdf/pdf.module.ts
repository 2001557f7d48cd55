import { Module } from '@nestjs/common';
import { OutboxModule } from '../../../platform/events/outbox';
import { AfterSalesModule } from '../after-sales';
import { DocumentsModule } from '../documents';
import { DocumentPdfController } from './document-pdf.controller';
import { DocumentRenderer } from './document-renderer';
import { DocumentTemplates } from './document-templates';
import { DocumentPdfsService } from './document-pdfs.service';
import { InvoiceAttachments } from './invoice-attachments';
import { IssuedFiles } from './issued-files';
import { LogoReader } from './logo-reader';
import { CustomFonts } from './custom-fonts';
import { PdfSourceLoader } from './pdf-source-loader';

/** Renders sales documents and shipments as PDF and structured invoices, and keeps what was issued. */
@Module({
  imports: [AfterSalesModule, DocumentsModule, OutboxModule],
  controllers: [DocumentPdfController],
  providers: [
    DocumentPdfsService,
    DocumentRenderer,
    DocumentTemplates,
    InvoiceAttachments,
    IssuedFiles,
    LogoReader,
    CustomFonts,
    PdfSourceLoader,
  ],
  exports: [DocumentPdfsService, IssuedFiles],
})
export class PdfModule {}
